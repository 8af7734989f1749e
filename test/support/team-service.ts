import type { ChildProcessWithoutNullStreams } from "node:child_process";
import type { Product } from "./product.js";

/** One server process of a service, as `throughline serve --public-url` starts it. */
export interface TeamServer {
  readonly address: string;
  readonly child: ChildProcessWithoutNullStreams;
  readonly output: string;
  /** Calls a tool over plain HTTP. */
  call(token: string, tool: string, input: object, headers?: Record<string, string>): Promise<CallResponse>;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  /** Stops it cleanly and returns its exit code. */
  stop(): Promise<number | null>;
  /** Kills it, like a power cut. */
  kill(): Promise<void>;
}

export interface CallResponse {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: answers of any tool
  readonly body: any;
}

const defaultPublicUrl = "http://localhost:8080";

export async function serveTeam(
  product: Product,
  args: readonly string[] = [],
  publicUrl = defaultPublicUrl,
): Promise<TeamServer> {
  const child = product.start([
    "serve",
    "--public-url",
    publicUrl,
    "--search-model",
    "off",
    "--service-drain",
    "0",
    ...args,
  ]);
  let output = "";
  let errorOutput = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  child.stderr.on("data", (chunk) => {
    errorOutput += chunk;
  });
  const exited = new Promise<number | null>((resolve) => child.on("close", resolve));
  while (!output.includes("Stop with Ctrl+C")) {
    if (child.exitCode !== null) throw new Error(`the server ended: ${errorOutput}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const address = /Listening\s+(\S+)/.exec(output)?.[1] ?? "";
  return {
    address,
    child,
    output,
    async call(token, tool, input, headers = {}) {
      const response = await fetch(`${address}/api/tools/${tool}`, {
        method: "POST",
        body: JSON.stringify(input),
        headers: { authorization: `Bearer ${token}`, ...headers },
      });
      return { status: response.status, headers: response.headers, body: await response.json() };
    },
    get: (path, headers = {}) => fetch(address + path, { headers }),
    stop() {
      child.kill("SIGTERM");
      return exited;
    },
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

/** Creates a personal access token on the command line. */
export function createToken(
  product: Product,
  user: string,
  options: readonly string[] = [],
): { id: string; secret: string } {
  const { status, stdout, stderr } = product.run(["token", "create", user, ...options, "--json"]);
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as { id: string; secret: string };
}
