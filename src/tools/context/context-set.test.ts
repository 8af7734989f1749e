import { describe, expect, it } from "vitest";
import { onSeededStore } from "../../../test/support/context-tool.js";
import { contextSet } from "./context-set.js";

describe("context_set", () => {
  const { call } = onSeededStore(contextSet);

  it("answers the path", async () => {
    expect(await call({ dotpath: "state.current_task", value: "x" })).toEqual({
      status: "ok",
      dotpath: "state.current_task",
    });
  });

  it("refuses the manifest", async () => {
    await expect(call({ dotpath: "manifest.project.id", value: "x" })).rejects.toThrow(
      "Cannot set values in section 'manifest'",
    );
  });
});
