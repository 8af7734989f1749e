import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { playStory } from "../handover/play-story.js";
import { scoreStory } from "../handover/score.js";
import type { HostName, Story } from "../handover/story.js";

const tiny = (host: HostName): Story => ({
  name: "tiny",
  about: "",
  project: "shop",
  language: "en",
  voice: "plain",
  facts: { cursor: { kind: "decision", accept: ["cursor pagination"] }, unsaid: { kind: "fact", accept: ["zebra"] } },
  never: [{ why: "other project", match: "walrus" }],
  sessions: [
    {
      host,
      turns: [
        { user: "Add pagination to the entries." },
        { read: "src/entries.ts", output: "export const entries = [];" },
        { agent: "Offsets get slow, so we decided to use cursor pagination instead of offsets." },
        { edit: "src/entries.ts", old: "[]", new: "page(cursor)" },
        { run: "npm test", exit: 0, output: "9 passed" },
        { agent: "Done, all tests pass." },
      ],
    },
    { host: "codex", project: "zoo", turns: [{ user: "Feed the walrus." }, { agent: "We decided on fish." }] },
    { host: "codex", needs: ["cursor", "unsaid"], turns: [{ user: "Go on with the entries." }] },
  ],
});

describe("a story played on the built product", () => {
  // A busy machine must not fail this test: it checks what arrives, not how fast.
  beforeAll(() => void vi.stubEnv("THROUGHLINE_ARCHIVE_HOOK_DEADLINE", "60000"));
  afterAll(() => void vi.unstubAllEnvs());

  it.each(["claude-code", "codex", "gemini", "opencode"] as const)("hands over from %s", async (host) => {
    const { needs, lines, startSizes } = scoreStory(await playStory(tiny(host)));
    expect(needs.map(({ fact, isReached }) => [fact, isReached])).toEqual([
      ["cursor", true],
      ["unsaid", false],
    ]);
    expect(lines.filter(({ why }) => why !== undefined)).toEqual([]);
    expect(startSizes).toHaveLength(1);
  });
});
