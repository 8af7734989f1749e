import { describe, expect, it } from "vitest";
import { nameCommands, nameTools } from "./name-next-steps.js";

describe("hints", () => {
  it("name commands at the terminal", () => {
    expect(nameCommands("Index it first with repository_index.")).toBe("Index it first with `throughline code index`.");
    expect(nameCommands("Find ids with session_list.")).toBe("Find ids with `throughline sessions`.");
    expect(nameCommands("Run `throughline doctor`.")).toBe("Run `throughline doctor`.");
  });

  it("name tools for agents, and leave commands that only a person has", () => {
    expect(nameTools("Record it with `throughline memory record`.")).toBe("Record it with memory_record.");
    expect(nameTools("List runs with `throughline run status`.")).toBe("List runs with run_status.");
    expect(nameTools("Create one with `throughline project create NAME`.")).toBe(
      "Create one with `throughline project create NAME`.",
    );
  });
});
