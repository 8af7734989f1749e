import { describe, expect, it } from "vitest";
import { onSeededStore } from "../../../test/support/context-tool.js";
import { contextResolveProposal } from "./context-resolve-proposal.js";

describe("context_resolve_proposal", () => {
  const { call } = onSeededStore(contextResolveProposal);

  it("applies the proposal once", async () => {
    const input = { skill_name: "run-tests", proposal_id: "1f0c", status: "accepted" };
    expect(await call(input)).toMatchObject({ status: "accepted", proposal_id: expect.stringMatching(/^1f0c/) });
    await expect(call(input)).rejects.toThrow(/already accepted/);
  });
});
