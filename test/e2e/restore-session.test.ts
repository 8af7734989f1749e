import { spawn, spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mainScript, Product } from "../support/product.js";
import {
  type Client,
  chatClients,
  clientPrograms,
  clients,
  isClientAbsent,
  openCodeClient,
} from "../support/real-clients.js";
import { type ScriptedModel, startScriptedModel } from "../support/scripted-model.js";

// The real command lines against a scripted model, skipped where one is missing, see CONTRIBUTING.md.

const next = "And where are the ports?";
const resumeArgs: Readonly<Record<string, (id: string) => string[]>> = {
  "claude-code": (id) => ["-p", next, "--resume", id, "--model", "claude-sonnet-4-5"],
  codex: (id) => ["exec", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox", "resume", id, next],
  opencode: (id) => ["run", "-m", "fake/model", "--session", id, next],
  kilo: (id) => ["run", "-m", "fake/model", "--session", id, next],
};
const restorable: readonly Client[] = [...clients, openCodeClient, ...chatClients].filter(
  ({ agent }) => agent in resumeArgs,
);

describe.each(restorable)("a session that $agent lost", (client) => {
  let product: Product;
  let model: ScriptedModel;
  beforeEach(async () => {
    product = new Product();
    model = await startScriptedModel([
      client.shell("echo hello-from-shell"),
      { text: "The walrus lives in tide.toml." },
    ]);
  });
  afterEach(async () => {
    await model.close();
    product.remove();
  });

  const env = () => ({ PATH: [clientPrograms, process.env.PATH].join(delimiter), HOME: product.folder });
  const own = (...args: string[]) =>
    spawnSync(process.execPath, [mainScript, ...args], { cwd: product.repository, env: env(), encoding: "utf8" });
  const run = (args: string[], settings: Record<string, string>) =>
    new Promise((done) => {
      const child = spawn(join(clientPrograms, client.program), args, {
        cwd: product.repository,
        env: { ...env(), ...settings },
        stdio: "ignore",
        timeout: 90_000,
      });
      child.on("close", done);
    });
  const sessions = (): { id: string; exchanges: number }[] => {
    own("import", "sessions", "--agent", client.agent);
    return JSON.parse(own("sessions", "--json").stdout).sessions;
  };

  /** What a host deletes, or another machine does not have. */
  function lose(): void {
    const codex = join(product.folder, ".codex");
    const databases = client.agent === "codex" ? readdirSync(codex).filter((name) => name.includes("sqlite")) : [];
    const paths = [[".claude", "projects"], [".codex", "sessions"], ...databases.map((name) => [".codex", name])];
    for (const path of [...paths, [".local", "share", client.agent]])
      rmSync(join(product.folder, ...path), { recursive: true, force: true });
  }

  it.skipIf(isClientAbsent(client))("continues where it was: the model sees what was said and done", async () => {
    const settings = client.prepare(product.folder, product.repository, model.url);
    await run(client.args("Where does the walrus live?", product.repository), settings);
    const [{ id = "" } = {}] = sessions();
    lose();
    const restored = own("restore-session", id.slice(0, 12));
    expect({ status: restored.status, stderr: restored.stderr }).toEqual({ status: 0, stderr: "" });
    expect(sessions()).toMatchObject([{ id, exchanges: 1 }]);
    model.play([{ text: "In ports.ts." }]);
    await run(resumeArgs[client.agent]?.(id) ?? [], settings);
    const seen = JSON.stringify(model.requests.at(-1));
    for (const text of ["Where does the walrus live?", "echo hello-from-shell", "The walrus lives in tide.toml.", next])
      expect(seen).toContain(text);
    expect(sessions()).toMatchObject([{ id, exchanges: 2 }]);
  });
});
