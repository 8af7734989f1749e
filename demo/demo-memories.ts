import type { CommandCall } from "../src/domain/command-app.js";
import type { Signal } from "../src/domain/memory/confidence.js";
import type { DemoRuntime } from "./demo-runtime.js";

/** Lessons in every state, and errors with their fixes. */
export async function recordDemoMemories(app: CommandCall, runtime: DemoRuntime): Promise<void> {
  for (const [i, { signals = [], state, ...lesson }] of lessons.entries()) {
    runtime.daysAgo(38 - i * 3);
    const { id } = await app.memories.record(app.call, { outcome: "success", tags: [], ...lesson });
    for (const [k, signal] of signals.entries()) {
      runtime.daysAgo(30 - i * 2 - k * 5);
      await app.memories.signal(app.call, id, signal);
    }
    if (state) await app.memories.update(app.call, id, { state });
  }
  runtime.daysAgo(6);
  const { memories } = await app.memories.list(app.call, { limit: 100, offset: 0 });
  const pinned = memories.find(({ title }) => title.startsWith("Pin the database"));
  if (pinned)
    await app.memories.update(app.call, pinned.id, {
      content: "The volume is made by PostgreSQL 16: pin the image to 16 until `pg_upgrade` has run.",
    });
  await recordRemediations(app, runtime);
}

type Signals = readonly Signal[];

interface DemoLesson {
  readonly project: string;
  readonly title: string;
  readonly content: string;
  readonly outcome?: "success" | "failure";
  readonly tags?: readonly string[];
  readonly anchors?: readonly string[];
  readonly source?: "explicit" | "distilled" | "imported";
  readonly state?: "verified" | "rejected";
  readonly signals?: Signals;
}

const lessons: readonly DemoLesson[] = [
  {
    ...{ project: "shop", title: "Payments need an idempotency key", tags: ["payments"] },
    content: "Send the cart's id as the key, or a slow answer makes the retry collide with itself.",
    anchors: ["src/checkout/pay.ts"],
    ...{ state: "verified", signals: ["helpful", "succeeded", "failed", "helpful"] },
  },
  {
    ...{ project: "payments", title: "Pin the database image to the volume's version", tags: ["docker", "postgres"] },
    content: "A newer PostgreSQL does not start on an older volume.",
    signals: ["helpful"],
  },
  {
    ...{ project: "payments", title: "Sign webhooks over the raw body", tags: ["webhooks"] },
    content: "Parsing and writing JSON again changes bytes, and the signature with them.",
    ...{ state: "verified", signals: ["helpful", "helpful", "helpful"] },
  },
  {
    ...{ project: "shop", title: "Retry the checkout test until it passes", tags: ["testing"], outcome: "failure" },
    content: "Running the flaky test again hides the collision instead of fixing it.",
    ...{ state: "rejected", signals: ["unhelpful"] },
  },
  {
    ...{ project: "mobile", title: "Ask for the camera before opening it", tags: ["android"], source: "distilled" },
    content: "Android 15 ends the app when the camera is opened without permission.",
  },
  {
    ...{ project: "shop", title: "Load the carousel when it is needed", tags: ["speed"], source: "distilled" },
    content: "The product page painted 2.5 s sooner once the carousel was loaded lazily.",
    anchors: ["src/pages/product.tsx"],
  },
  {
    ...{ project: "shop", title: "Load the carousel only when needed", tags: ["speed", "images"], source: "distilled" },
    content: "The product page painted sooner once the carousel was loaded lazily, when it is needed.",
  },
  {
    ...{ project: "payments", title: "Days end in UTC", tags: ["ledger"], source: "distilled" },
    content: "The provider closes its day in UTC; count ours the same way or refunds fall into the wrong day.",
  },
  {
    ...{ project: "handbook", title: "Docs are linted before review", tags: ["docs"], source: "imported" },
    content: "Run `npm run lint:docs`; reviews are for content, not for commas.",
  },
];

async function recordRemediations(app: CommandCall, runtime: DemoRuntime): Promise<void> {
  const defaults = {
    ...{ scope: "project" as const, team: "", symptoms: [], failedAttempts: [], codeDiff: "", tags: [] },
    sessionId: "",
  };
  runtime.daysAgo(20);
  await app.remediations.record(app.call, "local", {
    ...defaults,
    ...{ projectPath: "payments", category: "environment", title: "PostgreSQL refuses connections after an upgrade" },
    problem: "Error: connect ECONNREFUSED 127.0.0.1:5432",
    symptoms: ["The database container restarts every few seconds"],
    rootCause: "The image is newer than the data directory.",
    solution: "Pin the image to the version that made the volume, then migrate with pg_upgrade.",
    failedAttempts: ["Removing the lock file", "Raising the connection timeout"],
    ...{ verifiedBy: "npm run test:integration", affectedFiles: ["compose.yaml"], confidence: 0.8 },
  });
  runtime.daysAgo(12);
  await app.remediations.record(app.call, "local", {
    ...defaults,
    ...{ projectPath: "shop", category: "types", title: "A query parameter may be null" },
    problem: "error TS2322: Type 'string | null' is not assignable to type 'string'.",
    rootCause: "useQueryParam answers null when the parameter is absent.",
    solution: "Take string | null in the component and treat null as everything.",
    ...{ verifiedBy: "npm run typecheck", affectedFiles: ["src/catalog/color-picker.tsx"], confidence: 0.6 },
  });
}
