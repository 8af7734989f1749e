import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mainScript, Product } from "../support/product.js";
import { clientPrograms, clients, isClientAbsent } from "../support/real-clients.js";

// Needs the agents themselves and scripted models, see CONTRIBUTING.md; skipped where one of them is missing.
const acceptance = process.env.THROUGHLINE_TEST_CLIENTS ?? "";

interface FakeModel {
  readonly url: string;
  close(): Promise<void>;
}

describe.each(clients)("$agent", (client) => {
  let product: Product;
  beforeEach(() => {
    product = new Product();
  });
  afterEach(() => product.remove());

  const run = (args: string[], env: Record<string, string>) =>
    new Promise<number | null>((done) => {
      // A minimal environment, so that the machine's settings have no effect.
      const child = spawn(join(clientPrograms, client.program), args, {
        cwd: product.repository,
        env: { PATH: process.env.PATH, HOME: product.folder, ...env },
        stdio: "ignore",
        timeout: 90_000,
      });
      child.on("close", done);
    });
  const own = (args: string[]) =>
    spawnSync(process.execPath, [mainScript, ...args], {
      cwd: product.repository,
      env: { PATH: process.env.PATH ?? "", HOME: product.folder },
      encoding: "utf8",
    });

  it.skipIf(acceptance === "" || isClientAbsent(client))(
    "has its session captured by hooks, found, and injected into the next session",
    async () => {
      const models = (await import(join(dirname(acceptance), client.model.file))) as Record<
        string,
        (options: object) => Promise<FakeModel>
      >;
      const logFile = join(product.folder, "requests.jsonl");
      const script = { turns: [{ text: "The walrus settings live in tide.toml, because the moon moves them." }] };
      const model = await models[client.model.start]?.({ script, logFile });
      const env = client.prepare(product.folder, product.repository, model?.url ?? "");
      expect(own(["hooks", "enable", "all", "--agent", client.agent]).status).toBe(0);
      own(["config", "set", "archive.hookDeadline", "20000"]);

      await run(client.args("Where do the walrus settings live?", product.repository), env);
      const searchResults = JSON.parse(own(["archive", "search", "walrus settings", "--json"]).stdout);
      expect(searchResults.results[0]).toMatchObject({ context: { problem: "Where do the walrus settings live?" } });
      expect(readFileSync(logFile, "utf8")).not.toContain("throughline-context");

      await run(client.args("What is next?", product.repository), env);
      await model?.close();
      const modelLog = readFileSync(logFile, "utf8");
      expect(modelLog).toContain("throughline-context");
      expect(modelLog.split("throughline-context")[1]).toContain("walrus settings");
    },
  );
});
