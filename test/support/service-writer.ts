// One of the processes that test/e2e/service-kill.test.ts starts: records memories over MCP and sends each again until it was
// acknowledged. Prints its number and id then. With keys it names each request; without, it relies on what the service knows.
import { createHash } from "node:crypto";

const [address = "", token = "", name = "", count = "0", keyed = ""] = process.argv.slice(2);
const atOnce = 4;

/** No two of them say nearly the same: those would be joined. */
const wordsOf = (n: number) =>
  [0, 1].flatMap((part) => createHash("sha256").update(`${name} ${n} ${part}`).digest("hex").match(/.{6}/g) ?? []);

async function record(n: number): Promise<string | undefined> {
  const lesson = { project_id: "shop", title: `${name} ${n}`, content: wordsOf(n).join(" "), outcome: "success" };
  const params = { name: "memory_record", arguments: lesson };
  const response = await fetch(`${address}/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(keyed === "keyed" ? { "idempotency-key": `${name}-number-${n}` } : {}),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: n, method: "tools/call", params }),
  });
  const message = JSON.parse((await response.text()).replace(/^[\s\S]*?data: /, ""));
  return message.result?.structuredContent?.id;
}

async function recordSurely(n: number): Promise<void> {
  for (;;) {
    const id = await record(n).catch(() => undefined);
    if (id) return void process.stdout.write(`${n} ${id}\n`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

let next = 0;
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    for (let n = next++; n < Number(count); n = next++) await recordSurely(n);
  }),
);
