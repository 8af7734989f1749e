import { describe, expect, it } from "vitest";
import { claudeCode } from "../bench/handover/hosts/claude-code.js";
import { codex } from "../bench/handover/hosts/codex.js";
import type { Dialect, SessionScope } from "../bench/handover/hosts/dialect.js";
import { gemini } from "../bench/handover/hosts/gemini.js";
import { type Playback, scoreStory } from "../bench/handover/score.js";
import { type Expression, parts, readStories, type Story } from "../bench/handover/story.js";
import { readers } from "../src/domain/archive/readers/readers.js";
import type { SessionEvent } from "../src/store/archive/session-event.js";

const story: Story = {
  ...{ name: "tiny", about: "", project: "shop", language: "en", voice: "plain" },
  facts: {
    pnpm: { kind: "preference", accept: ["pnpm"], not: ["use npm"] },
    port: { kind: "fact", accept: [["4810", "port"]] },
    rounding: { kind: "fix", accept: [["half.?even", "money\\.ts"]] },
  },
  never: [
    { why: "hypothetical", match: "mongo" },
    { why: "reversed", match: "ulid", from: 2, unless: "uuid" },
  ],
  fine: ["weekly release"],
  sessions: [
    { host: "codex", turns: [] },
    { host: "codex", project: "other", turns: [] },
    { host: "gemini", needs: ["pnpm"], turns: [] },
  ],
};

const playback: Playback = {
  story,
  otherFolders: ["/work/other"],
  received: [
    { session: 0, host: "codex", moment: "start", step: 0, text: "- ids are ulid", needs: [] },
    { session: 1, host: "codex", moment: "start", step: 0, text: "- mongo", needs: [] },
    {
      ...{ session: 2, host: "gemini", moment: "start", step: 0, needs: ["pnpm", "port"] },
      text: "Earlier sessions of shop, which may be out of date.\n\n## Rules\n- always pnpm\n- ids are ulid\n- uuid replaced ulid\n- see /work/other/a.ts\n",
    },
    { session: 2, host: "gemini", moment: "prompt", step: 1, needs: ["port", "pnpm"], text: "- port\n  is 4810" },
    {
      ...{ session: 2, host: "gemini", moment: "failure", step: 2, needs: ["rounding"] },
      text: "- half-even fixed it\n- in money.ts",
    },
  ],
  candidates: [
    { text: "Always pnpm\nnever npm", isFix: false, isRetired: false },
    { text: "weekly release on Monday", isFix: false, isRetired: false },
    { text: "We might use mongo", isFix: false, isRetired: false },
    { text: "ids are ulid", isFix: false, isRetired: true },
    { text: "Look at the logs", isFix: false, isRetired: false },
    { text: "Changed money.ts; then `pnpm test` on port 4810 passed", isFix: true, isRetired: false },
  ],
};

describe("the score of a story", () => {
  const score = scoreStory(playback);

  it("counts a needed fact as reached at its moment or earlier in the same session", () => {
    expect(score.needs.map(({ fact, moment, isReached, isAtMoment }) => [fact, moment, isReached, isAtMoment])).toEqual(
      [
        ["pnpm", "start", true, true],
        ["port", "start", false, false],
        ["port", "prompt", true, true],
        ["pnpm", "prompt", true, false],
        ["rounding", "failure", true, true],
      ],
    );
  });

  it("takes hypotheticals, unmarked reversals and other projects as false, and headings as nothing", () => {
    expect(score.lines).toHaveLength(9);
    expect(score.lines.filter(({ why }) => why !== undefined)).toEqual([
      { host: "gemini", text: "- ids are ulid", why: "reversed" },
      { host: "gemini", text: "- see /work/other/a.ts", why: "other project" },
    ]);
  });

  it("counts candidates that say a planted fact as right, and all others that are not retired as wrong", () => {
    expect(score.learned).toEqual([
      { kind: "preference", isLearned: true },
      { kind: "fact", isLearned: false },
      { kind: "fix", isLearned: true },
    ]);
    expect(score.rightCandidates).toBe(3);
    expect(score.wrongCandidates).toEqual(["We might use mongo", "Look at the logs"]);
  });

  it("refuses a need that names no fact", () => {
    const [first] = playback.received;
    const received = first ? [{ ...first, needs: ["typo"] }] : [];
    expect(() => scoreStory({ ...playback, received })).toThrow("typo");
  });
});

const matches = (expression: Expression, text: string) =>
  [expression].flat().every((part) => new RegExp(part, "i").test(text));

describe.each(parts)("the %s stories", (part) => {
  it.each(readStories(part).map((one) => [one.name, one] as const))("%s says what it expects", (_, one) => {
    const turns = one.sessions.flatMap((session) => session.turns);
    const changes = turns.map((turn) => [turn.edit, turn.new, turn.write, turn.text, turn.run].join(" "));
    const said = [...turns.map(({ user, agent }) => user ?? agent ?? ""), ...changes];
    const needs = one.sessions.flatMap((session) => [session, ...session.turns].flatMap((each) => each.needs ?? []));
    expect(one.sessions.length).toBeGreaterThanOrEqual(2);
    expect(new Set(needs)).toEqual(new Set(Object.keys(one.facts)));
    for (const [id, { kind, accept }] of Object.entries(one.facts)) {
      const units = kind === "fix" ? [said.join("\n")] : said;
      const isSaid = units.some((unit) => accept.some((expression) => matches(expression, unit)));
      expect(isSaid, `${id} is said in a turn`).toBe(true);
    }
    const shown = [...said, ...turns.map(({ output = "" }) => output)];
    for (const { match } of one.never)
      expect(
        shown.some((text) => matches(match, text)),
        match,
      ).toBe(true);
  });
});

describe.each([
  ["claude-code", claudeCode],
  ["codex", codex],
  ["gemini", gemini],
] as const)("the transcript of %s", (agent, dialect: Dialect) => {
  const scope: SessionScope = {
    ...{ id: "01234567-89ab-cdef-0123-456789abcdef", folder: "/work/shop", home: "/home/dev" },
    startedAt: new Date("2026-03-02T09:00:00Z"),
  };
  const at = (step: number) => ({ turn: 1, step, now: new Date(scope.startedAt.getTime() + step * 1000) });
  const lines = [
    ...dialect.lines.head(scope, ""),
    ...dialect.lines.prompt(scope, at(1), "fix it", ""),
    ...dialect.lines.call(scope, at(2), dialect.call(scope, { run: "make", exit: 2, output: "boom" }, 2)),
    ...dialect.lines.call(scope, at(3), dialect.call(scope, { edit: "a.ts", old: "x", new: "y" }, 3)),
    ...dialect.lines.answer(scope, at(4), "done"),
  ];
  const events = lines.flatMap((line, i) => readers[agent].read(line, String(i)).events);
  const ofKind = <K extends SessionEvent["kind"]>(kind: K) =>
    events.filter((event): event is Extract<SessionEvent, { kind: K }> => event.kind === kind);

  it("is read by the archive as what happened", () => {
    expect([...new Set(ofKind("prompt").map(({ text }) => text))]).toEqual(["fix it"]);
    expect(ofKind("answer").map(({ text }) => text)).toEqual(["done"]);
    expect(new Set(ofKind("call").map(({ call }) => call)).size).toBe(2);
    expect(ofKind("result").filter(({ ok }) => !ok)[0]).toMatchObject({
      exitCode: 2,
      text: expect.stringContaining("boom"),
    });
  });
});
