// Sends one kind of request from many concurrent clients for some seconds. Reads its options on standard input.

import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";

export interface Load {
  readonly addresses: readonly string[];
  /** One token per tenant. */
  readonly tokens: readonly string[];
  readonly clients: number;
  readonly seconds: number;
  /** Empty for /healthz; `mixed` for eight searches of memories, one of fixes and one write in ten requests. */
  readonly tool: string;
  readonly questions?: readonly string[];
}

export interface LoadResult {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly failed: number;
  /** Processor time of the client, per request. */
  readonly clientMs: number;
}

const mixedTools: Readonly<Record<number, string>> = { 3: "remediation_search", 7: "memory_record" };
const load = JSON.parse(readFileSync(0, "utf8")) as Load;
const agent = new Agent({ keepAlive: true, maxSockets: load.clients });
const times: number[] = [];
let failed = 0;
let requestCount = 0;

// The first requests open connections and fill caches.
await Promise.all(Array.from({ length: load.clients }, () => send()));
times.length = 0;
const cpuBefore = process.cpuUsage();
const requestsBefore = requestCount;
const began = performance.now();
const end = began + load.seconds * 1000;
await Promise.all(
  Array.from({ length: load.clients }, async () => {
    while (performance.now() < end) await send();
  }),
);
const seconds = (performance.now() - began) / 1000;
const sorted = times.toSorted((a, b) => a - b);
const quantile = (share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
const { user, system } = process.cpuUsage(cpuBefore);
const requests = requestCount - requestsBefore;
const result: LoadResult = {
  requests,
  perSecond: times.length / seconds,
  p50: quantile(0.5),
  p95: quantile(0.95),
  p99: quantile(0.99),
  failed,
  clientMs: (user + system) / 1000 / requests,
};
process.stdout.write(JSON.stringify(result));
agent.destroy();

function send(): Promise<void> {
  const n = requestCount++;
  const address = load.addresses[n % load.addresses.length];
  const token = load.tokens[n % load.tokens.length];
  const tool = load.tool === "mixed" ? (mixedTools[n % 10] ?? "memory_search") : load.tool;
  const body = tool === "" ? "" : JSON.stringify(inputOf(tool, n));
  const path = tool === "" ? "/healthz" : `/api/tools/${tool}`;
  const sentAt = performance.now();
  return new Promise((done) => {
    const headers = { authorization: `Bearer ${token}` };
    const sent = request(`${address}${path}`, { method: body ? "POST" : "GET", agent, headers }, (answer) => {
      answer.resume();
      answer.on("end", () => {
        times.push(performance.now() - sentAt);
        if (answer.statusCode !== 200) failed++;
        done();
      });
    });
    sent.on("error", () => {
      failed++;
      done();
    });
    sent.end(body);
  });
}

function inputOf(tool: string, n: number): object {
  const query = load.questions?.[n % load.questions.length] ?? "";
  if (tool === "memory_search") return { project_id: "shop", query };
  if (tool === "remediation_search") return { query };
  const title = `${query} ${process.pid} ${n}`;
  return {
    project_id: "shop",
    title: title.slice(0, 100),
    content: `Lesson ${title} of round ${n}.`,
    outcome: "success",
  };
}
