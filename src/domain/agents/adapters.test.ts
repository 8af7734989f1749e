import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AgentOutcome, Mode, PlanOptions } from "../../hosts/sub-agent.js";
import { adaptersFor } from "./adapters.js";

const adapters = adaptersFor("mine --as {mode} --in {folder} 'two words'");
const named = (name: string) => {
  const adapter = adapters.find((one) => one.name === name);
  if (!adapter) throw new Error(`No such adapter: ${name}`);
  return adapter;
};

const ask = (mode: Mode, changes: Partial<PlanOptions> = {}): PlanOptions => ({
  mode,
  prompt: "-p; $(evil) What is this?",
  folder: "/repo",
  model: "",
  maxCost: 0,
  extraArgs: [],
  features: new Set(),
  ...changes,
});

function outcomeOf(name: string, lines: readonly object[], code: number | null = 0, stderr = ""): AgentOutcome {
  const parser = named(name).openParser("reads");
  for (const line of lines) parser.line(JSON.stringify(line));
  return parser.end({ code, stderr });
}

describe("every command line", () => {
  it.each(adapters.map((one) => [one.name] as const))("of %s keeps the prompt out of the arguments", (name) => {
    for (const mode of ["reads", "writes"] as const) {
      const { args, input, files = {} } = named(name).plan(ask(mode));
      expect(args.join(" ")).not.toContain("evil");
      expect([input ?? "", ...Object.values(files)].join("")).toContain("What is this?");
    }
  });

  it("differs between reading and writing", () => {
    for (const { plan } of adapters) expect(plan(ask("reads"))).not.toEqual(plan(ask("writes")));
  });

  it("of Claude Code uses the flags that the installed version has", () => {
    const plan = (features: string[]) =>
      named("claude").plan(ask("reads", { features: new Set(features), maxCost: 2 })).args;
    expect(plan([])).not.toContain("--restricted");
    expect(plan(["--restricted", "--max-budget-usd"])).toEqual(
      expect.arrayContaining(["--restricted", "--max-budget-usd", "2"]),
    );
    expect(named("claude").plan(ask("reads")).args.join(" ")).toContain(
      "--tools Read,Glob,Grep --disallowedTools Bash,Edit,Write",
    );
  });

  it("of Codex selects its own sandbox and leaves out the user's servers", () => {
    expect(
      named("codex")
        .plan(ask("reads", { model: "m", extraArgs: ["-c", "x=1"] }))
        .args.join(" "),
    ).toBe(
      'exec --json --ephemeral --skip-git-repo-check --ignore-user-config --ignore-rules -s read-only -c approval_policy="never" -c web_search="disabled" -C /repo -m m -c x=1 -',
    );
  });

  it("of Codex excludes the temporary folders from what a task may write", () => {
    expect(named("codex").plan(ask("writes")).args.join(" ")).toContain(
      '-s workspace-write -c approval_policy="never" -c web_search="disabled" -C /repo -c sandbox_workspace_write.exclude_slash_tmp=true -c sandbox_workspace_write.exclude_tmpdir_env_var=true',
    );
  });

  it("of Claude Code and OpenCode leaves edits outside the repository unapproved", () => {
    const claude = named("claude").plan(ask("writes")).args;
    expect(claude[claude.indexOf("--allowedTools") + 1]).toBe("Read,Glob,Grep,Bash");
    expect(named("opencode").plan(ask("writes")).environment?.OPENCODE_PERMISSION).toBe(
      '{"external_directory":"deny"}',
    );
  });

  it("of Gemini CLI denies what leaves its planning mode", () => {
    const { args, files } = named("gemini").plan(ask("reads"));
    expect(args).toContain("{run}/read-only.toml");
    expect(files?.["read-only.toml"]).toContain("exit_plan_mode");
  });

  it("of a custom agent is filled in without a shell", () => {
    expect(named("custom")).toMatchObject({ command: "mine" });
    expect(named("custom").plan(ask("writes")).args).toEqual(["--as", "writes", "--in", "/repo", "two words"]);
    const withFile = adaptersFor("mine {prompt}").find(({ name }) => name === "custom");
    expect(withFile?.plan(ask("reads"))).toEqual({
      args: ["{run}/prompt.md"],
      files: { "prompt.md": ask("reads").prompt },
    });
  });
});

describe("Claude Code's output", () => {
  const result = {
    type: "result",
    subtype: "success",
    is_error: false,
    result: "yes",
    total_cost_usd: 0.5,
    usage: { input_tokens: 1, output_tokens: 2 },
  };

  it("has answer, tokens and cost, including those of its sub-agents", () => {
    const modelUsage = {
      a: { inputTokens: 10, outputTokens: 1, cacheReadInputTokens: 5 },
      b: { inputTokens: 1, outputTokens: 1 },
    };
    expect(
      outcomeOf("claude", [
        { type: "system", subtype: "init", model: "m", tools: [] },
        { ...result, modelUsage },
      ]),
    ).toEqual({ answer: "yes", model: "m", usage: { inputTokens: 16, outputTokens: 2, cost: 0.5 } });
  });

  it("is a failure without a result, with an error called success, and with another exit code", () => {
    expect(outcomeOf("claude", []).answer).toBeUndefined();
    expect(outcomeOf("claude", [{ ...result, is_error: true, result: "Invalid API key" }])).toMatchObject({
      error: "Invalid API key",
      isSignedOut: true,
    });
    expect(
      outcomeOf("claude", [{ ...result, subtype: "error_max_turns", result: undefined, errors: ["too many"] }]).error,
    ).toBe("too many");
    expect(outcomeOf("claude", [result], 143).answer).toBeUndefined();
    expect(outcomeOf("claude", [], 1, "boom").error).toBe("boom");
  });

  it("reports its steps, and a tool that a read-only run must not have", () => {
    const reader = named("claude").openParser("reads");
    const step = {
      type: "assistant",
      message: {
        id: "1",
        content: [{ type: "tool_use", name: "Grep", input: { pattern: "x" } }],
        usage: { input_tokens: 7 },
      },
    };
    expect(reader.line(JSON.stringify(step))).toEqual({ kind: "step", text: "Grep x" });
    expect(reader.usage().inputTokens).toBe(7);
    const opening = JSON.stringify({ type: "system", subtype: "init", tools: ["Read", "Edit"] });
    expect(reader.line(opening)).toMatchObject({ kind: "violation" });
    expect(named("claude").openParser("writes").line(opening)).toBeUndefined();
  });
});

describe("Codex's output", () => {
  const message = { type: "item.completed", item: { type: "agent_message", text: "done" } };
  const turn = { type: "turn.completed", usage: { input_tokens: 3, output_tokens: 4 } };

  it("answers with the last message of a turn that ended", () => {
    expect(
      outcomeOf("codex", [{ ...message, item: { type: "agent_message", text: "first" } }, message, turn]),
    ).toMatchObject({ answer: "done", usage: { inputTokens: 3, outputTokens: 4 } });
    expect(outcomeOf("codex", [message]).answer).toBeUndefined();
    const reconnecting = { type: "error", message: "Reconnecting... 1/5" };
    expect(outcomeOf("codex", [reconnecting, message, turn]).answer).toBe("done");
    expect(outcomeOf("codex", [message, { type: "turn.failed", error: { message: "no quota" } }], 1).error).toBe(
      "no quota",
    );
  });
});

describe("Gemini CLI's output", () => {
  const part = (content: string) => ({ type: "message", role: "assistant", content, delta: true });
  const result = { type: "result", status: "success", stats: { input_tokens: 5, output_tokens: 6 } };

  it("is joined from its parts, without the text before a tool call", () => {
    const tool = { type: "tool_use", tool_name: "read_file", parameters: { path: "a" } };
    expect(outcomeOf("gemini", [part("Let me look."), tool, part("It "), part("is."), result])).toMatchObject({
      answer: "It is.",
      usage: { inputTokens: 5 },
    });
  });

  it("explains its exit codes", () => {
    expect(outcomeOf("gemini", [], 41)).toMatchObject({ error: "it is not signed in", isSignedOut: true });
    expect(outcomeOf("gemini", [{ type: "error", message: "No key." }], 41).isSignedOut).toBe(true);
    expect(outcomeOf("gemini", [part("half")], 0).answer).toBeUndefined();
    expect(outcomeOf("gemini", [part(""), result], 0).answer).toBeUndefined();
    expect(outcomeOf("gemini", [{ type: "error", message: "Retrying." }, part("yes"), result], 0).answer).toBe("yes");
  });
});

describe("OpenCode's output", () => {
  it("sums up its steps and fails on an error whatever its exit code", () => {
    const finish = {
      type: "step_finish",
      part: { cost: 0.1, tokens: { input: 1, output: 2, reasoning: 1, cache: { read: 4 } } },
    };
    const text = { type: "text", part: { text: "so" } };
    expect(outcomeOf("opencode", [finish, text, finish])).toEqual({
      answer: "so",
      usage: { inputTokens: 10, outputTokens: 6, cost: 0.2 },
    });
    expect(outcomeOf("opencode", [text, { type: "error", error: { data: { message: "bad" } } }]).error).toBe("bad");
  });
});

describe("every parser", () => {
  it.each(adapters.map((one) => [one.name] as const))("of %s accepts any output without throwing", (name) => {
    const line = fc.oneof(
      fc.string(),
      fc.json(),
      fc.constantFrom('{"type":"result"}', '{"type":"assistant","message":null}', '{"item":[]}', "{"),
    );
    fc.assert(
      fc.property(fc.array(line), fc.option(fc.integer()), (lines, code) => {
        const parser = named(name).openParser("reads");
        for (const one of lines) parser.line(one);
        parser.usage();
        parser.end({ code, stderr: "" });
      }),
    );
  });
});
