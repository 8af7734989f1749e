import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./sources.js";

export const mainScript = join(root, "dist", "main.js");

type Extra = {
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly input?: string;
  readonly uid?: number;
  /** Path of another installation's script; default: the one just built. */
  readonly script?: string;
};

/** Runs the built product as processes, in its own home and repository. */
export class Product {
  readonly folder = mkdtempSync(join(tmpdir(), "throughline-e2e-"));
  readonly home = join(this.folder, "home");
  readonly repository = join(this.folder, "shop");
  readonly env: NodeJS.ProcessEnv;

  constructor() {
    mkdirSync(this.repository);
    mkdirSync(this.home, { mode: 0o700 });
    spawnSync("git", ["init", "-q", this.repository]);
    const { THROUGHLINE_HOME: _, MCP_CALLER: __, ...rest } = process.env;
    this.env = { ...rest, HOME: this.folder, THROUGHLINE_HOME: this.home, NO_COLOR: "1" };
  }

  run(args: readonly string[], { env, cwd, input, uid, script = mainScript }: Extra = {}) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
      cwd: cwd ?? this.repository,
      env: { ...this.env, ...env },
      input: input ?? "",
      encoding: "utf8",
      timeout: 110_000,
      ...(uid === undefined ? {} : { uid, gid: uid }),
    });
    return { status, stdout, stderr };
  }

  start(args: readonly string[], { env, cwd }: Extra = {}): ChildProcessWithoutNullStreams {
    return spawn(process.execPath, [mainScript, ...args], {
      cwd: cwd ?? this.repository,
      env: { ...this.env, ...env },
    });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Raw lines of JSON-RPC over a process's pipes, to test invalid input. */
export class RawClient {
  readonly messages: Record<string, unknown>[] = [];
  readonly exited: Promise<{ code: number | null; signal: string | null }>;
  #rest = "";

  constructor(readonly child: ChildProcessWithoutNullStreams) {
    // A full pipe would stop the product in the middle of a log line.
    child.stderr.resume();
    child.stdout.on("data", (chunk) => {
      const lines = (this.#rest + chunk).split("\n");
      this.#rest = lines.pop() ?? "";
      this.messages.push(...lines.map((line) => JSON.parse(line)));
    });
    this.exited = new Promise((resolve) => child.on("close", (code, signal) => resolve({ code, signal })));
  }

  write(line: string): void {
    this.child.stdin.write(`${line}\n`);
  }

  send(message: object): void {
    this.write(JSON.stringify({ jsonrpc: "2.0", ...message }));
  }

  open(protocolVersion = "2025-06-18"): void {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: "raw", version: "1" } };
    this.send({ id: "open", method: "initialize", params });
    this.send({ method: "notifications/initialized" });
  }

  async answer(predicate: (message: Record<string, unknown>) => boolean): Promise<Record<string, unknown>> {
    for (let waited = 0; waited < 100_000; waited += 20) {
      const match = this.messages.find(predicate);
      if (match) return match;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`no such answer among ${JSON.stringify(this.messages)}`);
  }

  answerTo(id: string | number): Promise<Record<string, unknown>> {
    return this.answer((message) => message.id === id);
  }
}
