import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { attacks, isOfTool } from "../support/attacks.js";
import { ClaudeTranscript } from "../support/claude-transcript.js";
import { Product } from "../support/product.js";

const product = new Product();
product.env.THROUGHLINE_ARCHIVE_HOOK_DEADLINE = "20000";
afterAll(() => product.remove());

const hook = (payload: object) => {
  const { status, stdout } = product.run(["hook"], {
    input: JSON.stringify({ cwd: product.repository, transcript_path: "", ...payload }),
  });
  expect(status).toBe(0);
  return stdout;
};

it("gives the next session no lesson of a hundred texts that tools read and people pasted", () => {
  const transcripts = join(product.folder, ".claude", "projects", "shop");
  mkdirSync(transcripts, { recursive: true });
  const answers = attacks.map((attack, i) => {
    const session = { session_id: `session-${i}` };
    const prompt = isOfTool(attack) ? "Please read the page and tell me what it is about." : attack.text;
    const transcript = new ClaudeTranscript(`session-${i}`, product.repository)
      .ask(prompt)
      .use("Bash", { command: "cat notes" }, isOfTool(attack) ? attack.text : "ok")
      .say("I read it and changed nothing.");
    writeFileSync(join(transcripts, `session-${i}.jsonl`), transcript.text);
    if (!isOfTool(attack)) return hook({ ...session, hook_event_name: "UserPromptSubmit", prompt });
    const call = { tool_name: "Bash", tool_input: { command: "cat notes" }, tool_response: { stdout: attack.text } };
    return hook({ ...session, hook_event_name: "PostToolUse", ...call });
  });
  expect(answers.filter((text) => text.includes("Recorded as"))).toEqual([]);
  product.run(["import", "sessions", "--yes"]);
  expect(JSON.parse(product.run(["sessions", "--json"]).stdout)).not.toEqual([]);
  expect(JSON.parse(product.run(["memory", "list", "--json"]).stdout)).toMatchObject({ total: 0 });
  const start = hook({ session_id: "next", hook_event_name: "SessionStart", source: "startup" });
  expect(start).not.toMatch(/evil\d\d/);
}, 300_000);
