import { spawn, spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startMcpProcess } from "../support/mcp-process.js";
import { mainScript, Product } from "../support/product.js";
import {
  chatClients,
  clientPrograms,
  clients,
  isClientAbsent,
  type Moment,
  openCodeClient,
} from "../support/real-clients.js";
import { type ScriptedModel, startScriptedModel } from "../support/scripted-model.js";
import { until } from "../support/until.js";

// The canary of each agent that can run without an account: its real command line, as `install` leaves it, against a
// scripted model. It fails when a version of the agent drops what a hook adds, or shows it at another moment. Skipped
// where the program is missing, see CONTRIBUTING.md; the others have the recorded payloads of `test/hosts.test.ts`.

const missing = "Error: Cannot find module '/home/dev/work/missing-module.js'";
const note =
  "The notes are written by the walrus and read by the moon, which is why nobody may ever reorder their lines";

/** What the model receives at each moment, and at no other. */
const signs: Readonly<Record<Moment, string>> = {
  start: "This project is built with zebras alone.",
  prompt: "in the person's words",
  file: "KEEP-THE-ORDER",
  failure: "RUN-THE-GENERATOR",
};

describe.each([...clients, openCodeClient, ...chatClients])("$agent, as it is installed here", (client) => {
  let product: Product;
  let model: ScriptedModel;
  beforeEach(async () => {
    product = new Product();
    writeFileSync(join(product.repository, "notes.md"), "walrus\n");
    const file = client.file?.(join(product.repository, "notes.md"));
    model = await startScriptedModel([
      client.shell("node missing-module.js"),
      ...(file ? [file] : []),
      { text: "Done, says the scripted model." },
    ]);
  });
  afterEach(async () => {
    await model.close();
    product.remove();
  });

  const env = () => ({ PATH: process.env.PATH ?? "", HOME: product.folder });
  const own = (...args: string[]) =>
    spawnSync(process.execPath, [mainScript, ...args], { cwd: product.repository, env: env(), encoding: "utf8" });

  const run = (prompt: string, settings: Record<string, string>) =>
    new Promise((done) => {
      const child = spawn(join(clientPrograms, client.program), client.args(prompt, product.repository), {
        cwd: product.repository,
        env: { ...env(), ...settings },
        stdio: "ignore",
        timeout: 90_000,
      });
      child.on("close", done);
    });

  /** The brief that a server hands out is written by the server before it. */
  async function saveBrief(): Promise<void> {
    const server = await startMcpProcess(env(), product.repository);
    await until("the server saved a brief", () => existsSync(join(product.folder, ".throughline", "briefs")));
    await server.close();
  }

  it.skipIf(isClientAbsent(client))("receives context at the moments that its page names", async () => {
    const settings = client.prepare(product.folder, product.repository, model.url);
    own("config", "set", "archive.hookDeadline", "20000");
    own("memory", "record", "Built with zebras", signs.start, "--kind", "rule");
    // Too long for the start, which gives its title.
    const lesson = `${note}, ${"page after page, ".repeat(20)}${signs.file}.`;
    own("memory", "record", "Order of the list", lesson, "--kind", "trap", "--anchors", "notes.md");
    own("remediation", "record", "Missing module", missing, signs.failure, "--category", "build", "--scope", "org");
    own("install", "--agent", client.agent, "--yes", "--skip-history", "--skip-notes", "--skip-test");
    await saveBrief();
    await run("Remember that the harbor needs a full moon.", settings);
    const received = model.requests.map((one) => JSON.stringify(one));
    const at = (moment: Moment) => received.findIndex((one) => one.includes(signs[moment]));
    const moments = (Object.keys(signs) as Moment[]).filter((moment) => at(moment) >= 0);
    expect(moments).toEqual(client.moments);
    expect({ requests: received.length > 1, start: at("start") }).toEqual({ requests: true, start: 0 });
  });
});
