import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { installMachine } from "../../../test/support/install-machine.js";

const file = ".claude/settings.json";
const original = `{
  // mine
  "model": "opus",
  "hooks": {
    "Stop": [ { "hooks": [ { "type": "command", "command": "say done" } ] } ], /* loud */
  },
}
`;

const item = (event: string) => `{
        "matcher": "",
        "hooks": [
          {
            "type": "command",
            "command": "/old/node /old/main.js hook --host claude-code --event ${event}",
            "timeout": 5
          }
        ]
      }`;
const list = (event: string) => `\n    "${event}": [\n      ${item(event)}\n    ]`;

/** A person's file after an earlier version changed it, with records in the order in which the hooks were enabled. */
const changed = {
  text: original.replace(
    " } ] } ], /* loud */",
    ` } ] },\n      ${item("Stop")} ],${list("SessionStart")},${list("SessionEnd")} /* loud */`,
  ),
  records: [
    ["SessionStart", list("SessionStart")],
    ["Stop", `,\n      ${item("Stop")}`],
    ["SessionEnd", `,${list("SessionEnd")}`],
  ],
};

/** A file that the earlier version created: the later lists are within the first insertion. */
const created = {
  text: `{\n  "hooks": {${list("SessionStart")},${list("Stop")}\n  }\n}\n`,
  records: [
    ["SessionStart", `\n  "hooks": {${list("SessionStart")}\n  }\n`],
    ["Stop", `,${list("Stop")}`],
  ],
};

let machine: ReturnType<typeof installMachine>;
beforeEach(() => {
  machine = installMachine();
});
afterEach(() => machine.remove());

const writeRecords = (records: string[][], isCreated: boolean) =>
  writeFileSync(
    machine.home.hooks,
    JSON.stringify(
      records.map(([event, inserted]) => ({
        ...{ agent: "claude-code", event, file: machine.path(file), inserted, created: isCreated },
      })),
    ),
  );

/** The settings and the undo record of an earlier version. */
function writeEarlierState(state: typeof changed, isCreated = false) {
  machine.write(file, state.text);
  mkdirSync(machine.home.path);
  writeRecords(state.records, isCreated);
}

describe("undo records of earlier versions", () => {
  it("restore every byte when all hooks are disabled", async () => {
    writeEarlierState(changed);
    expect((await machine.hooks.list(["claude-code"])).filter(({ enabled }) => enabled)).toHaveLength(3);
    await machine.hooks.disable("claude-code", "all");
    expect(machine.read(file)).toBe(original);
    expect(existsSync(machine.home.hooks)).toBe(false);
  });

  it("restore every byte when hooks are disabled one by one", async () => {
    writeEarlierState(changed);
    for (const event of ["sessionstart", "sessionend", "stop"]) {
      expect(machine.read(file)).not.toBe(original);
      await machine.hooks.disable("claude-code", event);
    }
    expect(machine.read(file)).toBe(original);
  });

  it("restore every byte on uninstall, after another hook was enabled", async () => {
    writeEarlierState(changed);
    await machine.hooks.enable("claude-code", "precompact");
    await machine.uninstall();
    expect(machine.read(file)).toBe(original);
  });

  it("remove a file that was created for the hooks", async () => {
    writeEarlierState(created, true);
    await machine.hooks.disable("claude-code", "all");
    expect(machine.has(file)).toBe(false);
  });

  it("keep a created file that a person has added to", async () => {
    writeEarlierState(created, true);
    machine.write(file, created.text.replace("{", '{\n  "model": "opus",'));
    await machine.hooks.disable("claude-code", "all");
    expect(JSON.parse(machine.read(file))).toEqual({ model: "opus" });
  });

  it("remove our hooks by name from a file that was reformatted", async () => {
    writeEarlierState(created, true);
    machine.write(file, JSON.stringify({ ...JSON.parse(created.text), model: "opus" }));
    await machine.hooks.disable("claude-code", "all");
    expect(JSON.parse(machine.read(file))).toEqual({ model: "opus" });
  });

  it("are applied together with an installation of the same version", async () => {
    writeEarlierState(changed);
    writeFileSync(machine.home.hooks, "[]");
    await machine.install(["claude-code"]);
    writeRecords(changed.records, false);
    await machine.uninstall();
    expect(machine.read(file)).toBe(original);
  });

  it("change nothing when a crash left them behind", async () => {
    writeEarlierState(changed);
    await machine.hooks.enable("claude-code", "precompact");
    writeRecords(changed.records, false);
    await machine.hooks.disable("claude-code", "all");
    expect(machine.read(file)).toBe(original);
  });

  it("are ignored when they are damaged", async () => {
    writeEarlierState(changed);
    writeFileSync(machine.home.hooks, "{ half");
    await machine.hooks.disable("claude-code", "all");
    expect(machine.read(file)).not.toContain("--host");
  });
});
