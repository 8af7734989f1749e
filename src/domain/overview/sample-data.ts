import type { AppCall } from "../app.js";
import type { Signal } from "../memory/confidence.js";
import type { LessonText } from "../memory/lesson.js";

/** The project and the tag of sample records, by which they are found and removed. */
const project = "sample-shop";
const tag = "sample";
const maxRecords = 100;

const lessons: readonly (LessonText & { readonly state?: "verified"; readonly signals?: readonly Signal[] })[] = [
  {
    title: "Payments need an idempotency key",
    content: "Send the cart's id as the key, or a slow answer makes the retry collide with itself.",
    state: "verified",
    signals: ["helpful", "succeeded", "helpful"],
  },
  {
    title: "Sign webhooks over the raw body",
    content: "Parsing and writing JSON again changes bytes, and the signature with them.",
    state: "verified",
    signals: ["helpful"],
  },
  {
    title: "Load the carousel when it is needed",
    content: "The product page painted 2.5 s sooner once the carousel was loaded lazily.",
  },
  { title: "Days end in UTC", content: "The provider closes its day in UTC; count ours the same way." },
];

const fix = {
  category: "environment",
  title: "PostgreSQL refuses connections after an upgrade",
  problem: "Error: connect ECONNREFUSED 127.0.0.1:5432",
  symptoms: ["The database container restarts every few seconds"],
  rootCause: "The image is newer than the data directory.",
  solution: "Pin the image to the version that made the volume, then migrate with pg_upgrade.",
  failedAttempts: ["Removing the lock file"],
  verifiedBy: "npm run test:integration",
  affectedFiles: ["compose.yaml"],
  confidence: 0.8,
  scope: "project",
  team: "",
  codeDiff: "",
  sessionId: "",
} as const;

/** Records to try the product with, before an agent has worked. */
export async function addSampleData({ memories, remediations, call }: AppCall): Promise<void> {
  for (const { title, content, state, signals = [] } of lessons) {
    const { id } = await memories.record(call, { project, title, content, outcome: "success", tags: [tag] });
    for (const signal of signals) await memories.signal(call, id, signal);
    if (state) await memories.update(call, id, { state });
  }
  await remediations.record(call, undefined, { ...fix, projectPath: project, tags: [tag] });
}

/** Also what an edit made of them; the same texts can be recorded again. */
export async function removeSampleData({ memories, remediations, call }: AppCall): Promise<void> {
  const ids = (await listSamples({ memories, call })).map(({ id }) => id);
  await memories.forgetAll(call, ids);
  for (const id of ids) await memories.allowAgain(call, id).catch(() => {});
  const fixes = await remediations.list(call, {}, { limit: maxRecords, offset: 0 });
  const own = fixes.remediations.filter(({ tags, project: of }) => tags.includes(tag) && of.endsWith(project));
  const fixIds = own.map(({ id }) => id);
  await remediations.forget(call, fixIds);
}

export const hasSampleData = async (app: AppCall): Promise<boolean> => (await listSamples(app)).length > 0;

async function listSamples({ memories, call }: Pick<AppCall, "memories" | "call">) {
  const samples = await memories.list(call, { tag, limit: maxRecords, offset: 0 });
  return samples.memories.filter((one) => one.project.endsWith(project));
}
