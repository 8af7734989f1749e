import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Launch } from "./installed.js";

type Message = Readonly<Record<string, unknown>>;

export interface RunningServer {
  readonly pid: number;
  /** From the start of the process until the answer to `initialize`, and to `tools/list` after it. */
  readonly initializeMs: number;
  readonly listMs: number;
  call(tool: string, input: Message): Promise<string>;
  close(): Promise<void>;
}

/** Starts an MCP server as a client does. */
export async function startServer({ command, args, env }: Launch, cwd: string): Promise<RunningServer> {
  const began = performance.now();
  const child = spawn(command, [...args], { cwd, env, stdio: ["pipe", "pipe", "ignore"] });
  const waiting = new Map<number, (answer: Message) => void>();
  // Without this, a server that ends would end the benchmark without a word.
  const ended = new Promise<never>((_, fail) => child.once("exit", () => fail(new Error(`${args[0]} ended.`))));
  ended.catch(() => {});
  let rest = "";
  let last = 0;
  child.stdout.on("data", (chunk: Buffer) => {
    const lines = `${rest}${chunk}`.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines.filter(Boolean)) {
      const message = JSON.parse(line) as Message;
      if (typeof message.id === "number") waiting.get(message.id)?.(message);
    }
  });
  const send = (message: Message) => void child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const request = (method: string, params: Message): Promise<Message> => {
    const id = ++last;
    const answer = new Promise<Message>((resolve) => waiting.set(id, resolve));
    send({ id, method, params });
    return Promise.race([answer, ended]);
  };
  const clientInfo = { name: "bench", version: "1" };
  await request("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
  const initializeMs = performance.now() - began;
  send({ method: "notifications/initialized" });
  await request("tools/list", {});
  const listMs = performance.now() - began;
  return {
    pid: child.pid ?? 0,
    initializeMs,
    listMs,
    async call(name, input) {
      const { result, error } = await request("tools/call", { name, arguments: input });
      const { content = [], isError } = (result ?? {}) as { content?: { text?: string }[]; isError?: boolean };
      const text = content.map((part) => part.text ?? "").join("\n");
      if (error || isError) throw new Error(`${name}: ${text || JSON.stringify(error)}`);
      return text;
    },
    close: () => closed(child),
  };
}

function closed(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(() => child.kill("SIGKILL"), 10_000);
    child.once("exit", () => {
      clearTimeout(timer);
      done();
    });
    child.stdin?.end();
  });
}

/** Resident memory in MiB. */
export const residentMiB = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? Number.NaN) / 1024;

export interface Spent {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly stdout: string;
}

/** Runs a process to its end; the shell says what it took, with its start and its end. */
export function run({ command, args, env }: Launch, cwd: string, input = ""): Spent {
  const script = 'TIMEFORMAT="%3R %3U %3S"; time "$@" 2>/dev/null';
  const options = { cwd, env, input, encoding: "utf8", maxBuffer: 2 ** 28 } as const;
  const { stdout, stderr } = spawnSync("bash", ["-c", script, "bash", command, ...args], options);
  const [real = 0, user = 0, system = 0] = stderr.trim().split(/\s+/).map(Number);
  return { wallMs: 1000 * real, cpuMs: 1000 * (user + system), stdout };
}

/** An empty program, the measure of the machine. */
export function runBare(): Spent {
  const folder = mkdtempSync(join(tmpdir(), "throughline-bare-"));
  const empty = join(folder, "empty.cjs");
  writeFileSync(empty, "");
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  const spent = run({ command: process.execPath, args: [empty], env: env as Record<string, string> }, folder);
  rmSync(folder, { recursive: true, force: true });
  return spent;
}
