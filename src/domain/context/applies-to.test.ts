import { expect, it } from "vitest";
import { appliesTo } from "./applies-to.js";

it.each([
  [[], "packages/api", true],
  [["packages/api"], "packages/api", true],
  [["packages/api/"], "packages/api/src", true],
  [["./packages/api/src/routes.ts"], "packages/api", true],
  [["packages/web"], "packages/api", false],
  [["packages/api-client"], "packages/api", false],
  [["packages/web", "packages/api"], "packages/api", true],
  [["packages/web"], "", true],
])("an entry about %j in %j: %s", (paths, folder, isRelevant) => {
  expect(appliesTo(paths, folder)).toBe(isRelevant);
});
