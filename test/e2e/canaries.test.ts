import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { optionsOf } from "../../src/surface/cli/parse-arguments.js";
import { tools } from "../../src/tools/catalog.js";
import { Product, RawClient } from "../support/product.js";

// Assembled here, so that no scanner takes this file for a leak.
const canaries = {
  github: `ghp_${"aB3dE6gH9jK2mN5pQ8sT1vW4xY7zA0cD3eF6"}`,
  aws: `AKIA${"Z7VRSQ5TJN2XMPLQ"}`,
};
const planted = `use ${canaries.github} or ${canaries.aws}`;

type Input = Record<string, unknown>;

/** The first example, once per text field, with the secrets in that field. */
function plantedInputs(tool: (typeof tools)[number]): Input[] {
  const example = tool.examples[0] as Input;
  return optionsOf(tool)
    .filter(({ kind, values }) => (kind === "string" && !values) || kind === "array" || kind === "object")
    .map(({ name, kind }) => {
      const value =
        kind === "array" ? [planted] : kind === "object" ? { note: planted, [canaries.github]: planted } : planted;
      return { ...example, [name]: value };
    });
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Secrets found in a text, ignoring case. */
function leaksIn(text: string): string[] {
  return Object.entries(canaries).flatMap(([name, secret]) =>
    text.toLowerCase().includes(secret.toLowerCase()) ? [name] : [],
  );
}

describe("a secret given to the product", () => {
  let product: Product;
  let client: RawClient;
  let asked = 0;
  beforeAll(() => {
    product = new Product();
    client = new RawClient(product.start(["mcp", "--log-level", "debug"]));
    client.open();
  });
  afterAll(async () => {
    client.child.stdin.end();
    await client.exited;
    product.remove();
  });

  it.each(tools.map((tool) => [tool.name, tool] as const))("is in no answer of %s", async (name, tool) => {
    for (const input of [tool.examples[0] as Input, ...plantedInputs(tool)]) {
      const id = ++asked;
      client.send({ id, method: "tools/call", params: { name, arguments: input } });
      expect(leaksIn(JSON.stringify(await client.answerTo(id))), JSON.stringify(input)).toEqual([]);
    }
  });

  it("is in no resource and no prompt", async () => {
    for (const [method, field, get] of [
      ["resources/list", "resources", "resources/read"],
      ["prompts/list", "prompts", "prompts/get"],
    ] as const) {
      const id = ++asked;
      client.send({ id, method });
      const listed =
        ((await client.answerTo(id)).result as Record<string, { uri?: string; name: string }[]>)[field] ?? [];
      for (const one of listed) {
        const readId = ++asked;
        client.send({ id: readId, method: get, params: one.uri ? { uri: one.uri } : { name: one.name } });
        expect(leaksIn(JSON.stringify(await client.answerTo(readId))), one.name).toEqual([]);
      }
    }
  });

  it("is in nothing derived from a session with secrets: hooks, archived transcript, search results", async () => {
    const line = (type: string, content: unknown, minute: number) =>
      JSON.stringify({
        ...{
          type,
          uuid: `u${minute}`,
          parentUuid: null,
          sessionId: "canary",
          cwd: product.repository,
          version: "2.1.0",
        },
        timestamp: new Date(Date.UTC(2026, 9, 10, 9, minute)).toISOString(),
        message: { role: type, content },
      });
    const use = { type: "tool_use", id: "t1", name: "Bash", input: { command: `deploy --token ${canaries.github}` } };
    const result = { type: "tool_result", tool_use_id: "t1", content: `used ${canaries.aws}`, is_error: true };
    // Outside the searched folders: the transcript is the agent's own.
    const transcript = join(product.folder, "canary.jsonl");
    writeFileSync(
      transcript,
      `${[line("user", `How do I deploy? ${planted}`, 1), line("assistant", [{ type: "text", text: planted }, use], 2), line("user", [result], 3)].join("\n")}\n`,
    );
    const shared = { session_id: "canary", transcript_path: transcript, cwd: product.repository, prompt: planted };
    for (const [name, more] of [
      ["SessionStart", { source: "startup" }],
      ["UserPromptSubmit", {}],
      ["PostToolUseFailure", { tool_name: "Bash", tool_input: use.input, error: planted }],
      ["PreCompact", { trigger: "manual", custom_instructions: planted }],
      ["Stop", { last_assistant_message: planted }],
      ["SessionEnd", { reason: planted }],
    ] as const) {
      const { status, stdout, stderr } = product.run(["hook"], {
        input: JSON.stringify({ hook_event_name: name, ...shared, ...more }),
      });
      expect({ name, status, leaks: leaksIn(stdout + stderr) }).toEqual({ name, status: 0, leaks: [] });
    }
    for (const [name, input] of [
      ["search_archive", { query: "deploy" }],
      ["fetch_context", { query: "deploy", minRelevance: 0 }],
      ["get_patterns", { minFrequency: 1 }],
      ["session_read", { session: "canary" }],
    ] as const) {
      const id = ++asked;
      client.send({ id, method: "tools/call", params: { name, arguments: input } });
      const answer = JSON.stringify(await client.answerTo(id));
      expect(leaksIn(answer), name).toEqual([]);
      if (name === "search_archive") expect(answer).toContain("[REDACTED]");
    }
  });

  it("is in no file of the home or the repository, nor in a file's name", () => {
    const leaks = [product.home, product.repository]
      .flatMap(filesUnder)
      .flatMap((path) => [
        ...leaksIn(path).map((name) => `${name} in the name ${path}`),
        ...leaksIn(readFileSync(path, "latin1")).map((name) => `${name} in ${path}`),
      ]);
    expect(leaks).toEqual([]);
  });

  it("is in nothing that a command prints or stores", () => {
    const recorded = product.run([
      "memory",
      "record",
      "Deploy",
      planted,
      "--project-id",
      "p",
      "--outcome",
      "success",
      "--json",
    ]);
    const found = product.run(["memory", "search", "deploy", "--project-id", "p"]);
    const failed = product.run(["memory", "search", "x", "--project-id", "p", "--limit", planted]);
    expect(JSON.parse(recorded.stdout)).toMatchObject({ warning: expect.stringContaining("[REDACTED]") });
    for (const { stdout, stderr } of [recorded, found, failed]) expect(leaksIn(stdout + stderr)).toEqual([]);
    expect(found.stdout).toContain("[REDACTED]");
  });
});
