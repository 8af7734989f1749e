import { openRunStore, type Run } from "../../src/store/bridge/run-store.js";
import type { TestApp } from "../support/test-app.js";
import type { DemoWorld } from "./demo-world.js";

/** A project of two repositories with the runs of sub-agents and commands in them. */
export async function linkDemoProject(
  app: TestApp,
  world: DemoWorld,
  folders: Readonly<Record<string, string>>,
): Promise<void> {
  world.daysAgo(25);
  await app.bridge.projects.create(app.call, { name: "storefront", description: "The shop and what it pays with" });
  for (const name of ["shop", "payments"]) {
    await app.bridge.projects.addRepository(app.call, {
      name,
      path: folders[name] ?? "",
      description: about[name] ?? "",
    });
  }
  const store = openRunStore(app.sql);
  for (const [i, facts] of runs.entries()) {
    world.daysAgo(24 - i * 3);
    await store.add("local", runOf(facts, world, folders));
  }
}

const about: Readonly<Record<string, string>> = { shop: "What customers see", payments: "Charges, refunds, ledger" };

type Facts = Pick<Run, "kind" | "repository" | "request" | "status"> & {
  readonly answer?: string;
  readonly cost: number;
};

const runs: readonly Facts[] = [
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

function runOf(facts: Facts, world: DemoWorld, folders: Readonly<Record<string, string>>): Run {
  const startedAt = world.now().toISOString();
  const isAgent = facts.kind !== "command";
  return {
    ...{ id: world.newId(facts.kind === "implementation" ? "sa_impl" : isAgent ? "sa" : "cmd"), project: "storefront" },
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
    ...{ transcript: null, startedAt, seenAt: startedAt, endedAt: world.now().toISOString(), durationMs: 48_000 },
  };
}
