import { describe, expect, it } from "vitest";
import { platformOf } from "../../base/platform.js";
import { codexHooks } from "../../hosts/codex.js";
import { geminiHooks } from "../../hosts/gemini.js";
import { approvedEvents, runsStartHook } from "./hook-approval.js";

const platform = platformOf({ os: "linux", home: "/home/dev", env: {} });
const hooks =
  '{"hooks":{"SessionStart":[{"hooks":[{"command":"throughline hook --host codex --event SessionStart"}]}]}}';
const approval = (event: string) =>
  `[hooks.state."/home/dev/.codex/hooks.json:${event}:0:0"]\ntrusted_hash = "sha256:00"\n`;

const machine = (files: Readonly<Record<string, string>>) => ({
  platform,
  read: async (path: string) => files[path.replace("/home/dev/", "")],
});

describe("approval of hooks", () => {
  it("is read from Codex's settings, event by event", async () => {
    const files = {
      ".codex/config.toml": `model = "x"\n${approval("session_start")}${approval("user_prompt_submit")}`,
    };
    expect(await approvedEvents(codexHooks, machine(files))).toEqual(new Set(["SessionStart", "UserPromptSubmit"]));
  });

  it("is missing without settings, with broken ones, and with an approval of another file", async () => {
    const other = approval("session_start").replace("/home/dev", "/home/other");
    for (const text of [undefined, "[hooks", other]) {
      const files = text === undefined ? {} : { ".codex/config.toml": text };
      expect(await approvedEvents(codexHooks, machine(files))).toEqual(new Set());
    }
  });

  it("is not asked for by other hosts", async () => {
    expect(await approvedEvents(geminiHooks, machine({}))).toBeUndefined();
  });

  it("decides whether a session of Codex starts with our hook", async () => {
    const runs = (files: Readonly<Record<string, string>>) => runsStartHook(codexHooks, machine(files));
    expect(await runs({})).toBe(false);
    expect(await runs({ ".codex/hooks.json": hooks })).toBe(false);
    expect(await runs({ ".codex/hooks.json": hooks, ".codex/config.toml": approval("session_start") })).toBe(true);
  });
});
