import { describe, expect, it } from "vitest";
import type { Replay } from "../../../src/surface/http/api-types.js";
import { sessionToMarkdown } from "./share-session.js";

const session = {
  title: "Fix it",
  agent: "codex",
  model: "",
  project: "shop",
  branch: "main",
  startedAt: "2026-01-02T10:00:00Z",
};

describe("sessionToMarkdown", () => {
  it("has every prompt, answer and call, with outputs fenced safely", () => {
    const at = "2026-01-02T10:00:00Z";
    const text = sessionToMarkdown(session as Replay["session"], [
      {
        turn: 1,
        events: [
          { kind: "prompt", key: "1", at, text: "Why?\nTell me." },
          { kind: "call", at, tool: "Bash", input: { command: "ls" }, result: { ok: false, text: "```\nno\n```" } },
          { kind: "answer", key: "2", at, text: "Because." },
        ],
      },
    ]);
    expect(text).toContain("# Fix it\n\ncodex · shop · main · 2026-01-02 10:00");
    expect(text).toContain("> Why?\n> Tell me.");
    expect(text).toContain("**Bash** (failed)");
    expect(text).toContain("````\n```\nno\n```\n````");
    expect(text).toContain("Because.");
  });
});
