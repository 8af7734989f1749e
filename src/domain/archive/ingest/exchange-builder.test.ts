import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SessionEvent } from "../../../store/archive/session-event.js";
import { buildExchanges, type ExchangeBuilderState, emptyBuilderState } from "./exchange-builder.js";
import type { ExchangeDraft } from "./exchange-draft.js";

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
const prompt = (key: string, text: string, second = 0): SessionEvent => ({ kind: "prompt", key, at: at(second), text });
const answer = (key: string, text: string, second = 1): SessionEvent => ({ kind: "answer", key, at: at(second), text });

function foldAll(pieces: readonly (readonly SessionEvent[])[]): Map<string, ExchangeDraft> {
  let state: ExchangeBuilderState = emptyBuilderState();
  const drafts = new Map<string, ExchangeDraft>();
  for (const piece of pieces) {
    // As it is between processes: the state survives as JSON.
    state = JSON.parse(JSON.stringify(state)) as ExchangeBuilderState;
    const fold = buildExchanges(state);
    for (const event of piece) fold.take(event);
    for (const draft of fold.changed()) drafts.set(draft.key, JSON.parse(JSON.stringify(draft)) as ExchangeDraft);
  }
  return drafts;
}

describe("buildExchanges", () => {
  it("makes the same exchanges of a transcript in pieces as of the whole", () => {
    const kinds = fc.constantFrom("prompt", "answer", "call", "result");
    const event = fc.tuple(kinds, fc.nat(5), fc.string()).map(([kind, n, text]): SessionEvent => {
      const base = { key: `${kind}${n}`, at: at(n) };
      if (kind === "call") return { ...base, kind, call: `c${n}`, tool: "Bash", input: { command: text } };
      if (kind === "result") return { ...base, kind, call: `c${n}`, text, ok: n % 2 === 0 };
      return { ...base, kind: kind === "prompt" ? "prompt" : "answer", text: `${text}x` };
    });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), fc.nat(30), (events, cut) => {
        const whole = foldAll([events]);
        const pieces = foldAll([events.slice(0, cut), events.slice(cut)]);
        expect([...pieces]).toEqual([...whole]);
      }),
    );
  });

  it("counts a prompt that is written twice once", () => {
    expect(foldAll([[prompt("a", "hello there"), prompt("b", "hello there"), answer("c", "hi")]]).size).toBe(1);
  });

  it("joins prompts that came before the agent began", () => {
    const [draft] = foldAll([[prompt("a", "one"), prompt("b", "two"), answer("c", "hi")]]).values();
    expect(draft?.question).toBe("one\ntwo");
  });

  it("takes a message that is written again for the same message", () => {
    const [draft] = foldAll([[prompt("a", "one"), answer("c", "half"), answer("c", "the whole")]]).values();
    expect(draft?.answers).toEqual([["c", "the whole"]]);
  });

  it("keeps the newest of an answer that is too long", () => {
    const long = Array.from({ length: 40 }, (_, i) => answer(`k${i}`, `${i} ${"x".repeat(4000)}`, i));
    const [draft] = foldAll([[prompt("a", "one"), ...long]]).values();
    expect(draft?.answers.at(-1)?.[0]).toBe("k39");
    expect(draft?.answers.reduce((sum, [, text]) => sum + text.length, 0)).toBeLessThanOrEqual(65_536);
  });

  it("does not read injected text as a question", () => {
    const injected = '<throughline-context source="x">\nold news\n</throughline-context>';
    expect(foldAll([[prompt("a", injected)]]).size).toBe(0);
    const [draft] = foldAll([[prompt("a", `${injected}\nreal question`)]]).values();
    expect(draft?.question).toBe("real question");
    const escaped = injected.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    expect([...foldAll([[prompt("a", `asked\n${escaped}`)]]).values()][0]?.question).toBe("asked");
  });

  it("does not keep what a hook added to a tool's output", () => {
    const fold = buildExchanges(emptyBuilderState());
    fold.take(prompt("a", "run the tests"));
    fold.take({ kind: "call", key: "c", call: "c", at: at(1), tool: "bash", input: { command: "npm test" } });
    const text = 'boom\n\n<throughline-context source="fix">\nold news\n</throughline-context>';
    expect(fold.take({ kind: "result", key: "c", call: "c", at: at(2), text, ok: false })).toMatchObject({
      text: "boom",
    });
    expect(JSON.stringify(fold.changed())).not.toContain("old news");
  });

  it("does not keep the answers of our own tools", () => {
    const fold = buildExchanges(emptyBuilderState());
    fold.take(prompt("a", "what did we do?"));
    fold.take({
      kind: "call",
      key: "c",
      call: "c",
      at: at(1),
      tool: "mcp__memory__search_archive",
      input: { query: "x" },
    });
    const kept = fold.take({ kind: "result", key: "c", call: "c", at: at(2), text: "planted old answer", ok: true });
    expect(JSON.stringify(kept)).not.toContain("planted");
    expect(JSON.stringify(fold.changed())).not.toContain("planted");
  });
});
