import type { CommandCall } from "../src/domain/command-app.js";
import type { DemoRuntime } from "./demo-runtime.js";

/** The shared context of the sample shop: every kind of file, with something that waits for review. */
export async function writeShopContext(app: CommandCall, runtime: DemoRuntime): Promise<void> {
  const project = await app.context.open(app.call);
  const author = "ada";
  runtime.daysAgo(40);
  await project.change(async () => {
    for (const [key, content] of Object.entries(knowledge)) await project.knowledge.put({ key, content, author });
    for (const [key, content] of Object.entries(conventions)) await project.conventions.put({ key, content, author });
    for (const decision of decisions) await project.decisions.record({ ...decision, author });
    await project.knowledge.put({ key: "my-notes", content: "Ask Grace about refunds.\n", author, scope: "private" });
    for (const skill of skills) await project.skills.put({ ...skill, author });
    runtime.daysAgo(1);
    await project.state.write({
      ...{
        current_task: "Move addresses out of the users table",
        last_agent: "claude-code",
        last_machine: "ada-laptop",
      },
      blockers: ["Staging has no copy of production data yet"],
      progress: { migration: "written", backfill: "running" },
      updated_at: runtime.now().toISOString(),
    });
  });
  await rateSkills(app, runtime);
  await project.change(() => project.pending.write(pendingMerge));
}

export async function writePaymentsContext(app: CommandCall, runtime: DemoRuntime, folder: string): Promise<void> {
  const project = await app.context.open({ ...app.call, folder });
  runtime.daysAgo(30);
  await project.change(async () => {
    await project.knowledge.put({
      key: "ledger",
      content: "# Ledger\n\nAmounts are integers in the smallest unit. Days end in **UTC**.\n",
      author: "grace",
    });
    await project.decisions.record({
      ...{ title: "Refunds carry the client's key", date: "2026-10-12", author: "grace", status: "accepted" },
      context: "Clients repeat requests when the network is slow.",
      decision: "A refund is identified by the key that the client sends.",
      consequences: "Two equal refunds are possible when both are meant.",
    });
    runtime.daysAgo(1);
    await project.state.write({
      ...{ current_task: "Reconcile the ledger every night", last_agent: "codex", last_machine: "grace-desk" },
      blockers: [],
      progress: { job: "half done" },
      updated_at: runtime.now().toISOString(),
    });
  });
}

async function rateSkills(app: CommandCall, runtime: DemoRuntime): Promise<void> {
  const project = await app.context.open(app.call);
  const ratings = [3, 2, 4, 2, 3, 4, 5, 4, 5];
  for (const [i, rating] of ratings.entries()) {
    runtime.daysAgo(36 - i * 4);
    const timestamp = runtime.now().toISOString();
    const agent = i % 2 === 0 ? "claude-code" : "codex";
    const name = i < 6 ? "release" : "run-tests";
    await project.skillRecords.addUsage(name, { id: runtime.newUuid(), session_id: `demo-${i}`, agent, timestamp });
    const comment = rating < 3 ? "The tag was made before the changelog was written." : "";
    await project.skillRecords.addFeedback(name, { id: runtime.newUuid(), agent, rating, comment, timestamp });
  }
  runtime.daysAgo(2);
  await project.change(() =>
    project.proposals.put({
      ...{ id: runtime.newUuid(), skill_name: "release", agent: "claude-code", status: "pending" },
      rationale: "Two releases were tagged with an old changelog.",
      proposed_content: `${releaseSkill.replace("1. Tag", "1. Write the changelog and commit it.\n2. Tag").replace("2. Publish", "3. Publish")}`,
      diff_summary: "Writes the changelog before the tag.",
      ...{ created_at: runtime.now().toISOString(), resolved_at: null, resolved_by: "" },
    }),
  );
}

const releaseSkill =
  "---\nname: release\ndescription: Make a release of the shop\n---\n\n1. Tag the commit.\n2. Publish the image.\n";

const knowledge: Readonly<Record<string, string>> = {
  architecture:
    "# Architecture\n\nThe shop is a server-rendered app with islands.\n\n| part | where |\n|---|---|\n| catalog | `src/catalog` |\n| checkout | `src/checkout` |\n\n```ts\nconst app = createShop({ db, payments });\n```\n",
  "tech-stack": "## Stack\n\n- TypeScript, Node 22\n- PostgreSQL 16\n- Vitest\n",
  "feature-flags": "Flags live in `src/flags.ts`. A flag without an owner is removed after a month.\n",
};

/** The first version of the architecture document. */
export const firstArchitecture = "# Architecture\n\nThe shop is a single-page app.\n";

const conventions: Readonly<Record<string, string>> = {
  git: "One branch per change, rebased before it is merged. Subjects say what changes for the user.\n",
  testing: "Every fix begins with a test that fails.\n",
};

const decisions = [
  {
    ...{ title: "Keep carts in the browser", date: "2026-05-02", status: "superseded" as const },
    context: "Carts were lost when the session ended.",
    decision: "Carts are kept in local storage.",
    consequences: "A cart does not follow a person to another device.",
  },
  {
    ...{ title: "Keep carts on the server", date: "2026-08-19", status: "accepted" as const },
    context: "Supersedes 0001. People change devices while they shop.",
    decision: "Carts are rows, keyed by a cookie, merged at sign-in.",
    consequences: "A cart costs a write; old ones are removed after 90 days.",
  },
  {
    ...{ title: "Write logs to files", date: "2026-03-11", status: "superseded" as const },
    context: "One server, one disk.",
    decision: "Logs go to files that are rotated every day. Superseded by 0004.",
    consequences: "They are rarely read.",
  },
  {
    ...{ title: "Write logs as JSON lines", date: "2026-06-30", status: "superseded" as const },
    context: "Two servers; people search logs by field.",
    decision: "One JSON object a line, on standard output.",
    consequences: "Readable by machines, less so by people.",
  },
  {
    ...{ title: "Send logs to the collector", date: "2026-09-22", status: "accepted" as const },
    context: "Supersedes 0004. Containers come and go, and their output with them.",
    decision: "The collector takes standard output and keeps it for 30 days.",
    consequences: "One more thing to run.",
  },
  {
    ...{ title: "Move addresses out of the users table", date: "2026-11-02", status: "proposed" as const },
    context: "People have more than one address.",
    decision: "A table of their own, filled in the background.",
    consequences: "Two writes until the old columns are gone.",
  },
  {
    ...{ title: "Use idempotency keys for every payment", date: "2026-10-03", status: "accepted" as const },
    context: "A slow answer made a retry collide with itself.",
    decision: "The cart's id is the key of its payment, sent by `src/checkout/pay.ts`.",
    consequences: "A cart can be paid once.",
  },
];

const skills = [
  {
    name: "release",
    description: "Make a release of the shop",
    instructions: "1. Tag the commit.\n2. Publish the image.\n",
  },
  {
    name: "run-tests",
    description: "Run the tests that a change needs",
    instructions: "Run `npx vitest related` on the changed files.\n",
  },
];

/** A pull that found both sides changed; as stored in the repository. */
export const pendingMerge = {
  conflict_id: "5a3e0000-0000-4000-8000-00000000c0de",
  auto_resolved: [".context-teleport/knowledge/architecture.md"],
  conflicts: [
    {
      file_path: ".context-teleport/knowledge/tech-stack.md",
      base_content: "## Stack\n\n- TypeScript, Node 20\n- PostgreSQL 16\n- Vitest\n",
      ours_content: "## Stack\n\n- TypeScript, Node 22\n- PostgreSQL 16\n- Vitest\n",
      theirs_content: "## Stack\n\n- TypeScript, Node 24\n- PostgreSQL 17\n- Vitest\n",
      ...{ resolved: false, resolution: "", deleted_by: "" as const },
    },
  ],
};
