import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take 20 seconds or more. One that began last would be waited for by an idle machine. */
const long = [
  "service-postgres",
  "archive-processes",
  "context-sync",
  "views",
  "canaries",
  "service-hybrid",
  "reliability",
  "service-operation",
  "archive-must-pass",
  "install",
  "cli",
  "bridge-server",
  "context-git-model",
  "guide-commands",
  "service-kill",
  "embedder",
  "bridge-flows",
  "sandbox",
  "hostile",
  "bad-settings",
  // Small files that the usual order, by size, would begin last.
  "handover",
  "postgres",
  "postgres-kill",
  "team-context-guide",
  "team-service-guide",
  "context-writers",
];
const isLong = ({ moduleId }: TestSpecification) => long.some((name) => moduleId.endsWith(`/${name}.test.ts`));

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
