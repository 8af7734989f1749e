import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Product } from "../support/product.js";

/** A session of a client: the opening, one call, then the end of its input. */
const session = [
  {
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
  },
  { method: "notifications/initialized" },
  { id: 2, method: "tools/call", params: { name: "memory_search", arguments: { project_id: "p", query: "x" } } },
]
  .map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`)
  .join("");

interface Mistake {
  readonly says: string;
  /** What the call answers instead of a result. */
  readonly refusal?: string;
  readonly config?: string;
  readonly repository?: string;
  /** What config.json links to. */
  readonly link?: string;
  readonly env?: Record<string, string>;
  readonly flags?: readonly string[];
}

const mistakes: Record<string, Mistake> = {
  "broken JSON": { config: "{broken", says: "config.json is not a JSON object" },
  "a wrong type": { config: '{"caller": 7, "agent": {"timeout": []}}', says: "caller in" },
  "an unknown value": { config: '{"search": {"model": "best"}}', says: "search.model in" },
  "a link to a file without end": { link: "/dev/zero", says: "config.json is not a regular file" },
  "an unusable database": {
    config: '{"database": "mysql://db"}',
    says: "nothing is stored or found",
    refusal: "throughline config unset database",
  },
  "a bad variable": {
    env: { THROUGHLINE_LOG_LEVEL: "loud" },
    says: "logLevel in THROUGHLINE_LOG_LEVEL must be one of",
  },
  "a bad flag": { flags: ["--toolsets", "flying"], says: "toolsets in --toolsets must be" },
  "a flag without its value": { flags: ["--toolsets"], says: "--toolsets has no value" },
  "a repository's broken file": { repository: "{", says: ".throughline.json is not a JSON object" },
  "a repository's huge file": { repository: " ".repeat(300_000), says: ".throughline.json is larger than 256 KB" },
};

describe("a mistake in the settings", () => {
  let product: Product;
  beforeEach(() => {
    product = new Product();
    mkdirSync(product.home, { recursive: true, mode: 0o700 });
  });
  afterEach(() => product.remove());

  it.each(Object.entries(mistakes))("%s does not stop the server or the commands that correct it", (_, mistake) => {
    const { says, refusal, config, repository, link, env = {}, flags = [] } = mistake;
    const file = join(product.home, "config.json");
    if (config) writeFileSync(file, config);
    if (link) symlinkSync(link, file);
    if (repository) writeFileSync(join(product.repository, ".throughline.json"), repository);

    const { status, stdout, stderr } = product.run(["mcp", ...flags], { env, input: session });
    const answers = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(status).toBe(0);
    expect(answers.find(({ id }) => id === 1).result.instructions).toContain(says);
    const { isError = false, content } = answers.find(({ id }) => id === 2).result;
    expect({ isError, text: content[0].text }).toMatchObject(
      refusal ? { isError: true, text: expect.stringContaining(refusal) } : { isError: false },
    );
    expect(stderr.split(says)).toHaveLength(2);

    if (flags.length === 0) expect(product.run(["doctor"], { env }).stdout).toContain(says);
    else expect(product.run(["doctor", ...flags])).toMatchObject({ status: 2 });
    const editor = { ...env, EDITOR: "true", VISUAL: "" };
    expect(product.run(["config", "unset", "agent.timeout"], { env })).toMatchObject({ status: 0 });
    expect(product.run(["config", "set", "agent.timeout", "9"], { env })).toMatchObject({ status: 0 });
    expect(product.run(["config", "edit"], { env: editor }).stdout).toContain("agent.timeout");
    expect(product.run(["config", "get", "agent.timeout"], { env }).stdout).toBe("9\n");
  });

  it("moves a file aside that no editor could open", () => {
    const file = join(product.home, "config.json");
    symlinkSync("/dev/zero", file);
    const { status, stdout } = product.run(["config", "edit"], { env: { EDITOR: "true", VISUAL: "" } });
    expect(status).toBe(0);
    expect(stdout).toContain(`${file}.invalid-1`);
    rmSync(`${file}.invalid-1`);
  });
});
