import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take half a minute or more. One that began last would be waited for by an idle machine. */
const long = [
  ...["service-postgres", "install", "bridge-server", "archive-processes", "archive-must-pass", "views"],
  ...["service-operation", "context-sync", "canaries", "service-hybrid", "bad-settings", "reliability"],
];
const isLong = ({ moduleId }: TestSpecification) => long.some((name) => moduleId.endsWith(`/${name}.test.ts`));

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
