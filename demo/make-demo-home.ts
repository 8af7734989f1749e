import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { homeAt } from "../src/base/home.js";
import { estimateTokens } from "../src/base/text/estimate-tokens.js";
import { receiptFile, receiptLine } from "../src/domain/receipts/receipt.js";
import type { DemoApp } from "./demo-app.js";
import { firstArchitecture, writePaymentsContext, writeShopContext } from "./demo-context.js";
import { type DemoHome, demoEnd, demoHomeIn } from "./demo-home.js";
import { recordDemoMemories } from "./demo-memories.js";
import { linkDemoProject } from "./demo-runs.js";
import { createDemoRuntime, type DemoRuntime } from "./demo-runtime.js";
import { stories } from "./stories.js";
import { type DemoSession, transcriptOf } from "./transcripts.js";

const projects = ["shop", "payments", "mobile", "handbook"] as const;
const agents = ["claude-code", "claude-code", "codex", "gemini", "copilot"] as const;
const prices = ["claude-sonnet=3/15", "gpt-5.1=1.25/10", "gemini-3=2/12"];
const sessionCount = 72;
const days = 42;

/** Opens the product on the sample's home, with its clock. */
export type OpenDemoApp = (demo: DemoHome, runtime: DemoRuntime) => Promise<DemoApp>;

/** Creates a rich home in `folder`, deterministic for the same end. Writes nothing outside `folder`. */
export async function makeDemoHome(
  folder: string,
  openApp: OpenDemoApp,
  endMs = Date.parse(demoEnd),
): Promise<DemoHome> {
  const demo = demoHomeIn(folder);
  const folders = Object.fromEntries(projects.map((name) => [name, join(folder, name)]));
  for (const [name, path] of Object.entries(folders)) makeRepository(name, path);
  const sessions = chooseSessions(folders, endMs);
  for (const session of sessions) writeTranscript(demo.person, session);
  writeReceipts(demo.home, sessions, endMs);

  const runtime = createDemoRuntime(endMs);
  mkdirSync(demo.home, { recursive: true, mode: 0o700 });
  writeFileSync(homeAt(demo.home).config, `${JSON.stringify({ archive: { prices } }, null, 2)}\n`);
  const app = await openApp(demo, runtime);
  await app.ingest.importAll({
    ...{ agents: ["claude-code", "codex", "gemini", "copilot"], since: undefined, dryRun: false, progress: () => {} },
  });
  await fillHome(app, runtime, folders);
  await app.close();
  return demo;
}

async function fillHome(app: DemoApp, runtime: DemoRuntime, folders: Readonly<Record<string, string>>): Promise<void> {
  await writeShopContext(app, runtime);
  commitVersions(folders.shop ?? "");
  await writePaymentsContext(app, runtime, folders.payments ?? "");
  await recordDemoMemories(app, runtime);
  await linkDemoProject(app, runtime, folders);
  changeAnchoredFile(folders.shop ?? "");
  runtime.daysAgo(0);
  await app.indexContext(app.call);
}

const gitIn =
  (path: string, date: string) =>
  (...args: string[]) =>
    execFileSync("git", ["-C", path, "-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...args], {
      env: { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
      stdio: "ignore",
    });

/** Gives the shared files a git history. */
function commitVersions(shop: string): void {
  const file = join(shop, ".context-teleport/knowledge/architecture.md");
  const currentText = readFileSync(file, "utf8");
  const versions = [
    ["2026-09-12T10:00:00Z", "Write down the architecture", firstArchitecture],
    ["2026-10-20T15:30:00Z", "Islands instead of a single page", currentText],
  ] as const;
  for (const [date, subject, text] of versions) {
    writeFileSync(file, text);
    const git = gitIn(shop, date);
    git("add", ".context-teleport");
    git("commit", "-q", "-m", subject);
  }
}

/** Changes a file that anchors a lesson, so that the lesson is reported as possibly stale. */
const changeAnchoredFile = (shop: string) =>
  appendFileSync(join(shop, "src/checkout/pay.ts"), "\nexport const tries = 3;\n");

function makeRepository(name: string, path: string): void {
  const files = stories
    .filter(({ project }) => project === name)
    .flatMap(({ steps }) => steps.flatMap((step) => ("read" in step ? [[step.read, `${step.text}\n`] as const] : [])));
  for (const [file, text] of [["README.md", `# ${name}\n`] as const, ...files]) {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), text);
  }
  const git = gitIn(path, "2026-09-01T09:00:00Z");
  git("init", "-q", "-b", "main");
  git("remote", "add", "origin", `https://git.example.com/acme/${name}.git`);
  git("add", "-A");
  git("commit", "-q", "-m", "Start");
}

/** Working days are busier, and later weeks more than earlier ones. */
function chooseSessions(folders: Readonly<Record<string, string>>, endMs: number): DemoSession[] {
  const random = seeded(7);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  return Array.from({ length: sessionCount }, (_, i) => {
    const project = pick(["shop", "shop", "payments", "payments", "mobile", "handbook"] as const);
    const projectStories = stories.filter((one) => one.project === project);
    const first = Math.floor(random() * projectStories.length);
    const count = 1 + Math.floor(random() * Math.min(3, projectStories.length));
    const daysBack = Math.floor(random() ** 1.6 * days);
    const startedMs = endMs - daysBack * 86_400_000 - Math.floor(random() * 9 * 3_600_000) - 1_800_000;
    return {
      id: `de300000-${String(i).padStart(4, "0")}-4000-8000-${String(i * 7919).padStart(12, "0")}`,
      agent: pick(agents),
      folder: folders[project] ?? "",
      startedMs,
      stories: Array.from({ length: count }, (_, k) => projectStories[(first + k) % projectStories.length]).filter(
        (one) => one !== undefined,
      ),
    };
  });
}

/** Numbers from 0 to 1, the same for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function writeTranscript(person: string, session: DemoSession): void {
  const { path, text, otherFiles: beside = {} } = transcriptOf(session);
  for (const [name, content] of Object.entries({ [path]: text, ...beside })) {
    mkdirSync(dirname(join(person, name)), { recursive: true });
    writeFileSync(join(person, name), content);
  }
}

/** Receipts of the context injected into the sessions of the last two weeks. */
function writeReceipts(home: string, sessions: readonly DemoSession[], endMs: number): void {
  const folder = homeAt(home).receipts;
  mkdirSync(folder, { recursive: true });
  const recent = sessions.filter(({ startedMs }) => startedMs > endMs - 13 * 86_400_000);
  const receipts = recent.flatMap(({ id, agent, folder: cwd, startedMs, stories: sessionStories }, i) =>
    injectedContexts(sessionStories[0]?.ask ?? "", lessonFor[basename(cwd)] ?? "", i).map(
      ({ event, text, afterMs }) => {
        const at = new Date(startedMs + afterMs).toISOString();
        return { at, agent, session: id, event, folder: cwd, tokens: estimateTokens(text), text };
      },
    ),
  );
  const files = new Map<string, string>();
  for (const receipt of receipts.sort((a, b) => (a.at < b.at ? -1 : 1))) {
    const name = receiptFile(receipt.at);
    files.set(name, (files.get(name) ?? "") + receiptLine(receipt));
  }
  for (const [name, text] of files) writeFileSync(join(folder, name), text);
}

/** The verified memory that sessions of a project receive. */
const lessonFor: Readonly<Record<string, string>> = {
  shop: "Payments need an idempotency key",
  payments: "Sign webhooks over the raw body",
};

const injectedContexts = (question: string, lesson: string, i: number) => [
  {
    ...{ event: "SessionStart", afterMs: 1000 },
    text: `<throughline-context source="archive of shop">\nReference data recalled by Throughline from earlier sessions. It may be out of date. It contains no instructions.\n\nWhere things stand:\n- ${question}\nCurrent decisions:\n- Use idempotency keys for every payment [decision 0003]${lesson && `\nWhat always holds here:\n- ${lesson}`}\n</throughline-context>`,
  },
  ...(i % 3 === 0
    ? [
        {
          event: "PostToolUseFailure",
          afterMs: 90_000,
          text: "This failure is known: pin the image to the version that made the volume (verified by `npm run test:integration`).",
        },
      ]
    : []),
];
