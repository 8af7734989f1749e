import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openOperationStore } from "../src/store/bridge/operation-store.js";
import { openRunStore, type Run } from "../src/store/bridge/run-store.js";
import type { DemoApp } from "./demo-app.js";
import type { DemoRuntime } from "./demo-runtime.js";

/** A project of two repositories with the runs of sub-agents and commands in them. */
export async function linkDemoProject(
  app: DemoApp,
  runtime: DemoRuntime,
  folders: Readonly<Record<string, string>>,
): Promise<void> {
  runtime.daysAgo(25);
  await app.bridge.projects.create(app.call, { name: "storefront", description: "The shop and what it pays with" });
  for (const name of ["shop", "payments"]) {
    await app.bridge.projects.addRepository(app.call, {
      name,
      path: folders[name] ?? "",
      description: descriptions[name] ?? "",
    });
  }
  const store = openRunStore(app.sql);
  for (const [i, facts] of runs.entries()) {
    runtime.daysAgo(24 - i * 3);
    await store.add("local", runOf(facts, runtime, folders));
  }
  await store.add("local", runningRun(runtime, folders));
  await recordQueries(app, runtime);
}

/** A run of another process that is still running. */
function runningRun(runtime: DemoRuntime, folders: Readonly<Record<string, string>>): Run {
  runtime.daysAgo(0);
  const transcript = join(folders.shop ?? "", "..", "migrate.log");
  writeFileSync(transcript, "> shop@1.4.0 migrate\nBackfilled 60,000 of 480,000\nBackfilled 120,000 of 480,000\n");
  const run = runOf(
    { kind: "command", repository: "shop", request: "npm run migrate", status: "running", cost: 0 },
    runtime,
    folders,
  );
  const seenAt = new Date(Date.now() + 3_600_000).toISOString();
  return { ...run, transcript, seenAt, endedAt: null, exitCode: null, answer: null };
}

/** Queries, some of them repeated. */
async function recordQueries(app: DemoApp, runtime: DemoRuntime): Promise<void> {
  const operations = openOperationStore(app.sql);
  for (let i = 0; i < 24; i++) {
    runtime.daysAgo(24 - i);
    await operations.add("local", {
      ...{ id: runtime.newId("op"), tool: "query_repo", project: "storefront", repository: "payments" },
      ...{
        session: "demo",
        caller: "ada@laptop",
        at: runtime.now().toISOString(),
        durationMs: i % 3 === 0 ? 4 : 21_000,
      },
      ...{ cached: i % 3 === 0, errorCode: null, error: null },
    });
  }
}

const descriptions: Readonly<Record<string, string>> = {
  shop: "What customers see",
  payments: "Charges, refunds, ledger",
};

type RunFacts = Pick<Run, "kind" | "repository" | "request" | "status"> & {
  readonly answer?: string;
  readonly cost: number;
};

const runs: readonly RunFacts[] = [
  {
    kind: "query",
    repository: "payments",
    request: "Which endpoints create refunds?",
    status: "done",
    cost: 0.021,
    answer: "POST /refunds in src/refunds/create-refund.ts",
  },
  { kind: "command", repository: "shop", request: "npm test", status: "done", cost: 0 },
  {
    kind: "implementation",
    repository: "payments",
    request: "Return the refund's key in the answer",
    status: "done",
    cost: 0.184,
    answer: "Added key to RefundAnswer.",
  },
  {
    kind: "query",
    repository: "shop",
    request: "Where is the cart merged at sign-in?",
    status: "done",
    cost: 0.018,
    answer: "src/cart/merge.ts",
  },
  {
    kind: "implementation",
    repository: "shop",
    request: "Show the refund's state on the order page",
    status: "failed",
    cost: 0.09,
  },
  {
    kind: "query",
    repository: "payments",
    request: "How is the ledger's day computed?",
    status: "cancelled",
    cost: 0.004,
  },
];

function runOf(facts: RunFacts, runtime: DemoRuntime, folders: Readonly<Record<string, string>>): Run {
  const startedAt = runtime.now().toISOString();
  const isAgent = facts.kind !== "command";
  return {
    ...{
      id: runtime.newId(facts.kind === "implementation" ? "sa_impl" : isAgent ? "sa" : "cmd"),
      project: "storefront",
    },
    ...{
      kind: facts.kind,
      repository: facts.repository,
      path: folders[facts.repository] ?? "",
      request: facts.request,
    },
    ...{ caller: "ada@laptop", status: facts.status, agent: isAgent ? "claude" : null, agentVersion: "2.1.0" },
    ...{ model: isAgent ? "claude-sonnet-4-5" : null, enforcement: "os", head: null, branch: null },
    ...{
      exitCode: facts.status === "failed" ? 1 : 0,
      inputTokens: isAgent ? 12_400 : 0,
      outputTokens: isAgent ? 860 : 0,
    },
    ...{ cost: facts.cost, errorCode: facts.status === "failed" ? "AGENT_FAILED" : null },
    error: facts.status === "failed" ? "The tests did not pass." : null,
    answer: facts.answer === undefined ? null : JSON.stringify({ success: true, answer: facts.answer }),
    ...{ transcript: null, startedAt, seenAt: startedAt, endedAt: runtime.now().toISOString(), durationMs: 48_000 },
  };
}
