import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mainScript, Product } from "../support/product.js";
import { clientPrograms, clients, isClientAbsent, openCodeClient } from "../support/real-clients.js";
import { type ScriptedModel, startScriptedModel, type Turn } from "../support/scripted-model.js";

// The real command lines against a scripted model on loopback, skipped where one is missing, see CONTRIBUTING.md.

describe.each([...clients, openCodeClient])("a guard in $agent", (client) => {
  let product: Product;
  let model: ScriptedModel;
  beforeEach(async () => {
    product = new Product();
    model = await startScriptedModel([client.shell("npm --version > made.txt"), { text: "Done." }]);
  });
  afterEach(async () => {
    await model.close();
    product.remove();
  });

  /** A minimal environment, so that the machine's settings have no effect. */
  const env = () => ({ PATH: process.env.PATH ?? "", HOME: product.folder });
  const own = (...args: string[]) =>
    spawnSync(process.execPath, [mainScript, ...args], { cwd: product.repository, env: env(), encoding: "utf8" })
      .stdout;

  /** Accepts the guard of a rule, lets the agent's model run npm, and returns what the model received. */
  async function play(accept: readonly string[], prompt: string): Promise<string> {
    const settings = client.prepare(product.folder, product.repository, model.url);
    own("hooks", "enable", "all", "--agent", client.agent);
    own("config", "set", "archive.hookDeadline", "20000");
    own("memory", "record", "pnpm", "This project uses `pnpm`, never npm.", "--kind", "rule");
    const [rule] = JSON.parse(own("guard", "list", "--json"));
    own("guard", "accept", rule.rule, ...accept);
    await run(prompt, settings);
    return JSON.stringify(model.requests.at(-1));
  }

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

  const wasRun = () => existsSync(join(product.repository, "made.txt"));

  it.skipIf(isClientAbsent(client)).each([[["--deny"]], [[]]])(
    "stops the command that a rule forbids, and tells the model why (accepted with %j)",
    async (accept) => {
      const received = await play(accept, "Install the packages.");
      expect({ wasRun: wasRun(), received }).toMatchObject({
        wasRun: false,
        received: expect.stringMatching(/A rule is against this: This project uses `pnpm`, never npm\./),
      });
      expect(JSON.parse(own("guard", "list", "--json"))[0].guards[0]).toMatchObject({ stops: 1 });
    },
  );

  it.skipIf(isClientAbsent(client))("lets it pass when the person asks for it", async () => {
    await play(["--deny"], "Use npm here, just this once.");
    expect(wasRun()).toBe(true);
    expect(JSON.parse(own("guard", "list", "--json"))[0].guards[0]).toMatchObject({ stops: 0, overruled: 1 });
  });

  const prompt = "Count the labels of the printer in hall seven.";
  /** The call with which its model starts a sub-agent, where a hook of ours gives it context. */
  const starts: Readonly<Record<string, Turn>> = {
    "claude-code": { tool: "Agent", input: { description: "count", prompt, subagent_type: "general-purpose" } },
    codex: { tool: "spawn_agent", input: { message: prompt } },
  };
  const start = starts[client.agent];

  it.skipIf(isClientAbsent(client) || start === undefined)(
    "a sub-agent receives what concerns its own task, and is not asked to record what the person said",
    async () => {
      // Codex does not wait for it.
      const wait = client.agent === "codex" ? [client.shell("sleep 3"), client.shell("sleep 3")] : [];
      model.play([start ?? { text: "" }, ...wait, { text: "Done." }]);
      const settings = client.prepare(product.folder, product.repository, model.url);
      own("hooks", "enable", "all", "--agent", client.agent);
      own("config", "set", "archive.hookDeadline", "20000");
      own("memory", "record", "labels", "The printer in hall seven takes labels of 40 by 60.", "--kind", "fact");
      await run("Go on.", settings);
      const isCalled = (one: string) => /"(?:Agent|spawn_agent)\W+(?:input|namespace|arguments)/.test(one);
      const requests = model.requests.map((one) => JSON.stringify(one));
      const ofSubagent = requests.filter((one) => one.includes(prompt) && !isCalled(one));
      expect(ofSubagent[0]).toMatch(/Known here:\\n- The printer in hall seven takes labels of 40 by 60/);
      expect(ofSubagent[0]).not.toContain("throughline-ask");
    },
  );
});
