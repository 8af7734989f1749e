// One of the processes that test/e2e/service-kill.test.ts starts: records memories over MCP and sends each again until it was
// acknowledged, then prints its number and id. With keys, each request is idempotent; without, it relies on deduplication.
import { createHash } from "node:crypto";
import { callMcp } from "./call-mcp.js";

const [address = "", token = "", name = "", count = "0", keyed = ""] = process.argv.slice(2);
const concurrency = 4;

/** Distinct texts, because similar ones would be merged. */
const uniqueWords = (n: number) =>
  [0, 1].flatMap((part) => createHash("sha256").update(`${name} ${n} ${part}`).digest("hex").match(/.{6}/g) ?? []);

async function record(n: number): Promise<unknown> {
  const lesson = { project_id: "shop", title: `${name} ${n}`, content: uniqueWords(n).join(" "), outcome: "success" };
  const key = keyed === "keyed" ? { "idempotency-key": `${name}-number-${n}` } : {};
  return (await callMcp(address, token, "memory_record", lesson, key))?.id;
}

async function recordUntilAcknowledged(n: number): Promise<void> {
  for (;;) {
    const id = await record(n).catch(() => undefined);
    if (id) return void process.stdout.write(`${n} ${id}\n`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

let next = 0;
await Promise.all(
  Array.from({ length: concurrency }, async () => {
    for (let n = next++; n < Number(count); n = next++) await recordUntilAcknowledged(n);
  }),
);
