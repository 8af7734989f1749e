import { describe, expect, it } from "vitest";
import { resolveSettings } from "../../../base/resolve-settings.js";
import type { Exchange } from "../../../store/archive/exchange.js";
import { maxTitleLength } from "../../memory/lesson.js";
import type { ShownMemory } from "../../memory/memories.js";
import { redactorFromSettings } from "../../redaction/redactor-from-settings.js";
import { checkLessons, type DraftLesson, readDrafts } from "./check-lessons.js";
import { digestSession } from "./digest-session.js";

const redactor = redactorFromSettings(resolveSettings([]).values);
const redact = (text: string) => redactor.redact(text).text;

const anExchange = (i: number, question: string, answer: string, files: string[] = []): Exchange => ({
  sessionId: "s",
  key: `k${i}`,
  project: "p",
  at: `2026-10-10T09:0${i}:00.000Z`,
  endedAt: "",
  question,
  answer,
  outcome: "answered",
  solution: { approach: "", implementation: "", outcome: "" },
  files,
  topics: [],
  importance: 0.5,
});

const log = Array.from(
  { length: 8 },
  (_, i) => `2026-10-10T08:00:0${i} ERROR pool exhausted after 30 s, use pgbouncer`,
);
const [part] = digestSession(
  [
    anExchange(
      1,
      "The upload test is flaky again. Never retry in src/upload/queue.ts, use the outbox table instead, because retries send mails twice.",
      "I removed the retry from `enqueueUpload` and write to the **outbox** table now. The worker polls it every 5 seconds.",
      ["src/upload/queue.ts"],
    ),
    anExchange(
      2,
      `Deploy fails:\n${log.join("\n")}\nwhat now?`,
      "The cause is PGPOOL_MAX: it is 10. Should I\n1. raise it to 40\n2. add pgbouncer?",
    ),
    anExchange(3, "2", "Done, pgbouncer runs in the staging cluster on Hetzner."),
    anExchange(
      4,
      "Bitte keine Umlaute in Dateinamen, weil der Server von Hetzner sie zerstört.",
      "Verstanden, ich habe export.py angepasst.",
    ),
    anExchange(5, "以后不要用 npm，改用 pnpm，因为 lockfile 会冲突。", "好的，已改用 pnpm。"),
    anExchange(
      6,
      "We no longer squash, from now on use merge commits so that bisect works.",
      "OK, I changed the settings.",
    ),
  ],
  [],
  { from: 0, partTokens: 4000, maxParts: 1 },
);

const aLesson = (changes: Partial<ShownMemory> = {}): ShownMemory => ({
  id: "mem_squash",
  project: "p",
  title: "Squash before merging",
  content: "Squash commits before a merge.",
  outcome: "success",
  confidence: 0.5,
  tags: ["rule"],
  state: "candidate",
  source: "explicit",
  author: "ada",
  anchors: [],
  evidence: [{ at: "2026-09-01T00:00:00.000Z", author: "ada", title: "" }],
  votes: { helpful: 0, unhelpful: 0, succeeded: 0, failed: 0 },
  supersedes: "",
  supersededBy: "",
  reason: "",
  contentKey: "",
  createdAt: "",
  updatedAt: "",
  stale: [],
  ...changes,
});
const lessons = [
  aLesson(),
  aLesson({ id: "mem_later", evidence: [{ at: "2026-11-01T00:00:00.000Z", author: "", title: "" }] }),
];

const check = (draft: unknown) => {
  const drafts = readDrafts(JSON.stringify({ lessons: [draft] })) ?? [];
  return checkLessons(drafts, { exchanges: part?.exchanges ?? [], lessons, redact, max: 5 });
};

const good: Record<string, Partial<DraftLesson>> = {
  "possessives, compounds and ranges of names that were said": {
    kind: "fact",
    title: "enqueueUpload's outbox-table is polled",
    content: "`enqueueUpload` writes to the outbox-table, which the worker polls every 5 seconds.",
    evidence: [{ exchange: "E1", quote: "The worker polls it every 5 seconds." }],
  },
  "a name of the session's first request in a lesson about a later exchange": {
    kind: "trap",
    title: "PGPOOL_MAX is 10, which the upload test in src/upload/queue.ts exhausts",
    content: "PGPOOL_MAX is 10: src/upload/queue.ts exhausts the pool.",
    evidence: [{ exchange: "E2", quote: "The cause is PGPOOL_MAX: it is 10." }],
  },
  "the line of changed files as the model read it": {
    kind: "fact",
    title: "Uploads are queued in src/upload/queue.ts",
    content: "src/upload/queue.ts is where uploads are queued.",
    evidence: [
      { exchange: "E1", quote: "Changed: src/upload/queue.ts" },
      { exchange: "E1", quote: "I removed the retry from" },
    ],
  },
  "a rule in the person's words": {
    kind: "rule",
    title: "No retries in src/upload/queue.ts",
    content: "Never retry in src/upload/queue.ts: use the outbox table instead, because retries send mails twice.",
    evidence: [{ exchange: "E1", quote: "Never retry in src/upload/queue.ts, use the outbox table instead" }],
  },
  "a fact of the agent, quoted without its markup": {
    kind: "fact",
    title: "The upload worker polls the outbox table",
    content: "`enqueueUpload` writes to the outbox table, which the worker polls every 5 seconds.",
    evidence: [{ exchange: "E1", quote: "write to the outbox table now. The worker polls it every 5 seconds." }],
  },
  "a decision that the person made with one character": {
    kind: "decision",
    title: "pgbouncer instead of a larger PGPOOL_MAX",
    content: "The exhausted pool on deploy is solved by pgbouncer in staging, not by raising PGPOOL_MAX to 40.",
    evidence: [
      { exchange: "E2", quote: "raise it to 40" },
      { exchange: "E3", quote: "2" },
    ],
  },
  "a German rule": {
    kind: "rule",
    title: "Keine Umlaute in Dateinamen",
    content: "Dateinamen dürfen keine Umlaute enthalten, weil der Server von Hetzner die Namen zerstört.",
    evidence: [{ exchange: "E4", quote: "Bitte keine Umlaute in Dateinamen" }],
  },
  "a Chinese rule": {
    kind: "rule",
    title: "使用 pnpm 而不是 npm",
    content: "安装依赖时使用 pnpm，不要用 npm，因为 lockfile 会冲突。",
    evidence: [{ exchange: "E5", quote: "以后不要用 npm，改用 pnpm" }],
  },
  "a rule that replaces an older one": {
    kind: "rule",
    title: "Use merge commits, do not squash",
    content: "Use merge commits instead of squashing, so that bisect works.",
    evidence: [{ exchange: "E6", quote: "We no longer squash, from now on use merge commits" }],
    replaces: "mem_squash",
  },
  "a state that sums up several exchanges": {
    kind: "state",
    title: "Uploads use the outbox; pgbouncer runs in staging",
    content:
      "Uploads write to the outbox table, and pgbouncer runs in the staging cluster on Hetzner; export.py is changed.",
    evidence: [{ exchange: "E3", quote: "pgbouncer runs in the staging cluster" }],
  },
  "a quotation of a list, with its marks in one line": {
    kind: "fact",
    title: "PGPOOL_MAX is 10",
    content: "Deploys fail because PGPOOL_MAX is 10; 40 and pgbouncer were proposed.",
    evidence: [{ exchange: "E2", quote: "1. raise it to 40 2. add pgbouncer?" }],
  },
  "a quotation with a part left out": {
    kind: "rule",
    title: "No retries in src/upload/queue.ts",
    content: "Never retry in src/upload/queue.ts, because retries send mails twice.",
    evidence: [{ exchange: "E1", quote: "Never retry in src/upload/queue.ts, […] because retries send mails twice" }],
  },
  "a confirmation without a text": {
    kind: "rule",
    title: "",
    content: "",
    confirms: "mem_squash",
    evidence: [{ exchange: "E6", quote: "so that bisect works" }],
  },
};

const rule = good["a rule in the person's words"] as DraftLesson;
const replacing = good["a rule that replaces an older one"] as DraftLesson;
const german = good["a German rule"] as DraftLesson;
const chinese = good["a Chinese rule"] as DraftLesson;
const quoting = (exchange: string, quote: string) => ({ evidence: [{ exchange, quote }] });

/** What a model may invent, and the words of the reason for which it is dropped. */
const planted: readonly [title: string, draft: unknown, reason: string][] = [
  ["an invented number", { ...rule, content: `${rule.content} Wait 45 seconds.` }, "45"],
  ["a number that is part of another", { ...rule, content: "The worker polls every 0.5 seconds." }, "0.5"],
  ["an invented path", { ...rule, content: "Never retry in src/upload/retry.ts." }, "src/upload/retry.ts"],
  ["an invented identifier", { ...rule, content: "Call flushOutbox instead of a retry." }, "flushOutbox"],
  ["an invented constant", { ...rule, title: "Set MAX_RETRIES for uploads" }, "MAX_RETRIES"],
  ["an invented flag", { ...rule, content: "Start the worker with --no-retry." }, "--no-retry"],
  [
    "an invented command in code marks",
    { ...rule, content: "Run `pnpm outbox drain` instead of a retry." },
    "pnpm outbox drain",
  ],
  ["an invented name", { ...rule, content: "The outbox table is read by Kafka, never retry." }, "Kafka"],
  ["an invented acronym", { ...rule, content: "Never retry, the outbox goes to SQS." }, "SQS"],
  ["a name from an exchange that it does not cite", { ...rule, content: "Never retry on Hetzner." }, "Hetzner"],
  ["a quotation that was never said", { ...rule, ...quoting("E1", "retries are forbidden everywhere") }, "quotation"],
  ["a changed quotation", { ...rule, ...quoting("E1", "Never retry in src/upload, use the outbox") }, "quotation"],
  ["the wrong exchange", { ...rule, ...quoting("E2", "Never retry in src/upload/queue.ts") }, "quotation"],
  [
    "a quotation with an invented part",
    { ...rule, ...quoting("E1", "Never retry in src/upload … ask me first") },
    "quotation",
  ],
  [
    "an invented name in a state",
    {
      kind: "state",
      title: "Deploy",
      content: "The staging cluster runs on Kafka.",
      ...quoting("E3", "pgbouncer runs"),
    },
    "Kafka",
  ],
  ["an exchange that does not exist", { ...rule, ...quoting("E9", "Never retry") }, "E9"],
  [
    "a rule that quotes the agent",
    { ...rule, ...quoting("E1", "The worker polls it every 5 seconds") },
    "quote the person",
  ],
  [
    "a rule that quotes a pasted log",
    {
      kind: "rule",
      title: "Use pgbouncer",
      content: "Use pgbouncer after 30 s.",
      ...quoting("E2", "pool exhausted after 30 s, use pgbouncer"),
    },
    "quote the person",
  ],
  [
    "a fact that rests on a pasted log alone",
    {
      kind: "fact",
      title: "Use pgbouncer",
      content: "Use pgbouncer after 30 s.",
      ...quoting("E2", "pool exhausted after 30 s, use pgbouncer"),
    },
    "pasted",
  ],
  ["a quotation of one common word", { ...rule, ...quoting("E1", "the") }, "too short"],
  ["a replaced lesson that does not exist", { ...replacing, replaces: "mem_none" }, "mem_none"],
  [
    "a lesson replaced by words of the agent",
    { ...replacing, kind: "fact", ...quoting("E6", "I changed the settings") },
    "end mem_squash",
  ],
  ["a later lesson replaced by earlier words", { ...replacing, replaces: "mem_later" }, "said later"],
  ["a replaced lesson about something else", { ...rule, replaces: "mem_squash" }, "not about"],
  [
    "a credential",
    { ...rule, content: "Log in to the outbox with AKIAZ7Q2M4XTR5VLK3PD before a retry." },
    "credential",
  ],
  ...[
    "Keystore pass is maple-Heron-3321.",
    "Partner login: user / Word!7702",
    "Das Passwort lautet Sommer-2931!",
    "密码是 qing2024tian",
  ].map((prose): [string, unknown, string] => [
    `a credential in prose (${prose})`,
    { ...rule, content: prose },
    "credential",
  ]),
  ["a credential that was redacted", { ...rule, content: "Use the key [REDACTED] for the outbox." }, "credential"],
  ["an empty title", { ...rule, title: "" }, "title"],
  ["a content that is too long", { ...rule, content: "Never retry in src/upload/queue.ts. ".repeat(20) }, "content"],
  ["an unknown kind", { ...rule, kind: "task" }, "schema"],
  ["no evidence", { ...rule, evidence: [] }, "schema"],
  [
    "an invented German name",
    { ...german, content: "Dateinamen dürfen keine Umlaute enthalten, weil der Server bei Strato sie zerstört." },
    "Strato",
  ],
  ["an invented name in Chinese", { ...chinese, content: "安装依赖时使用 yarn，不要用 npm。" }, "yarn"],
  ["an invented number in Chinese", { ...chinese, content: "pnpm 最多重试3次。" }, "3"],
];

describe("checkLessons", () => {
  for (const [title, draft] of Object.entries(good))
    it(`accepts ${title}`, () => {
      expect(check(draft)).toMatchObject({ lessons: [{ kind: draft.kind }], dropped: [] });
    });

  it("shortens a title to what a memory may have", () => {
    const title = `${"Never retry in src/upload/queue.ts. ".repeat(3)}`;
    expect(readDrafts(JSON.stringify({ lessons: [{ ...rule, title }] }))?.[0]?.title).toHaveLength(maxTitleLength);
  });

  for (const [title, draft, reason] of planted)
    it(`drops ${title}`, () => {
      expect(check(draft)).toEqual({
        lessons: [],
        dropped: [{ title: expect.any(String), reason: expect.stringContaining(reason) }],
      });
    });

  it("keeps at most five lessons of a session", () => {
    const drafts = readDrafts(JSON.stringify({ lessons: Array.from({ length: 7 }, () => rule) })) ?? [];
    const { lessons: kept, dropped } = checkLessons(drafts, {
      exchanges: part?.exchanges ?? [],
      lessons,
      redact,
      max: 5,
    });
    expect([kept.length, dropped.length]).toEqual([5, 2]);
  });
});

describe("readDrafts", () => {
  it("finds the JSON in a reply with a code fence and sentences", () => {
    expect(readDrafts('Here it is:\n```json\n{"lessons": []}\n```\nDone.')).toEqual([]);
  });

  it("reads nothing from a reply in prose", () => {
    expect(readDrafts("There is nothing to record.")).toBeUndefined();
  });
});
