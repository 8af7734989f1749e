import { describe, expect, it } from "vitest";
import { commands, processCommands } from "../../commands/catalog.js";
import { commandGroups } from "../../commands/command-groups.js";
import { tools } from "../../tools/catalog.js";
import { commandsOf } from "./command-tree.js";

describe("the overview of all commands", () => {
  it("lists the first word of every command once, and no other words", () => {
    const all = [...commandsOf(tools, commands), ...processCommands];
    const used = new Set(all.map(({ name }) => name.split(" ")[0]));
    expect(commandGroups.flatMap(({ words }) => words).sort()).toEqual([...used].sort());
  });
});
