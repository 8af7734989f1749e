import { describe, expect, it } from "vitest";
import { onSeededStore } from "../../../test/support/context-tool.js";
import { contextListConventions } from "./context-list-conventions.js";

describe("context_list_conventions", () => {
  const { call } = onSeededStore(contextListConventions);

  it("answers them with content and scope", async () => {
    expect(await call()).toMatchObject([{ key: "git", content: "Always use feature branches.\n", scope: "public" }]);
  });
});
