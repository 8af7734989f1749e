import { describe, expect, it } from "vitest";
import { onSeededStore } from "../../../test/support/context-tool.js";
import { contextAddConvention } from "./context-add-convention.js";

describe("context_add_convention", () => {
  const { app, call } = onSeededStore(contextAddConvention);

  it("replaces one of the same key", async () => {
    await call({ key: "git", content: "Rebase." });
    const project = await app().context.open(app().call);
    expect(await project.conventions.list()).toMatchObject([{ key: "git", content: "Rebase." }]);
  });
});
