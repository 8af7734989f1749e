import * as z from "zod";
import { AppError } from "../base/errors.js";
import { shortId } from "../base/ids.js";
import { parseJson } from "../base/json.js";
import type { Paint } from "../base/paint.js";
import type { Lines } from "../base/text/lines.js";
import type { CommandCall } from "../domain/command-app.js";
import { describeGuard, newGuards } from "../domain/guards/guard-text.js";
import type { GuardedRule } from "../domain/guards/guards.js";
import { type Command, defineCommand } from "./define-command.js";
import { flag } from "./fields.js";

const rule = z.string().describe("Id of the rule.");

const shown = ({ id, title, guards }: GuardedRule) => ({
  rule: id,
  title,
  guards: guards.map((guard) => ({ ...guard, about: describeGuard(guard) })),
});

const ruleText = ({ rule: id, title, guards }: ReturnType<typeof shown>, paint: Paint): Lines => [
  `${paint.bold(title)} ${paint.dim(shortId(id))}`,
  guards.map(({ about, state, stops, overruled, instead }) => {
    const counts = stops + overruled > 0 ? `, stopped ${stops}, overruled ${overruled}` : "";
    return `  ${about}${instead ? `; the right way: ${instead}` : ""} ${paint.dim(`(${state}${counts})`)}`;
  }),
];

/** A decision about the guards of one rule. */
const decision = (name: string, summary: string, decide: (app: CommandCall, id: string) => Promise<GuardedRule>) =>
  defineCommand(name, {
    summary,
    input: z.object({ rule }),
    positional: ["rule"],
    examples: [`${name} mem_1`],
    run: async (input, app) => shown(await decide(app, input.rule)),
    toText: ruleText,
  });

export const guardCommands: readonly Command[] = [
  defineCommand("guard list", {
    summary: "List rules of this project that a guard holds or could hold.",
    run: async (_, app) => (await app.guards.list(app.call)).map(shown).filter(({ guards }) => guards.length > 0),
    toText: (rules, paint) => [
      rules.map((one) => ruleText(one, paint)),
      rules.length > 0 && "Accept one: throughline guard accept <id>.",
    ],
    whenEmpty: "No rule of this project has a guard. Record one: memory record --kind rule --guard.",
  }),
  defineCommand("guard accept", {
    summary: "Let the guards of a rule hold: agents are asked, or stopped with --deny, before they act against it.",
    input: z.object({ rule, deny: flag("Stop instead of asking.") }),
    positional: ["rule"],
    examples: ["guard accept mem_1", "guard accept mem_1 --deny"],
    run: async (input, app) => shown(await app.guards.accept(app.call, input.rule, input.deny ? "deny" : undefined)),
    toText: ruleText,
  }),
  decision(
    "guard loosen",
    "After a wrong stop: a guard that stops asks from now on, and one that asks is off.",
    ({ guards, call }, id) => guards.loosen(call, id),
  ),
  decision(
    "guard remove",
    "Remove the guards of a rule, and decline those that were proposed. The rule stays.",
    ({ guards, call }, id) => guards.remove(call, id),
  ),
  defineCommand("guard add", {
    summary: "Add a guard to a rule; it holds at once.",
    input: z.object({ rule, guard: z.string().describe('Condition as JSON: {"command":["npm install|i"]}.') }),
    positional: ["rule", "guard"],
    examples: [`guard add mem_1 '{"path":"generated/**","instead":"make proto"}'`],
    async run(input, app) {
      const given = parseJson(input.guard);
      if (given === undefined)
        throw new AppError("invalid", "The guard is not valid JSON.", { hint: `Quote it: '{"path":"generated/**"}'` });
      const { memory } = await app.memories.get(app.call, input.rule);
      const proposed = newGuards(given, `${memory.title}\n${memory.content}`);
      const guards = proposed.map((one) => ({ ...one, state: "accepted" as const }));
      return shown(await app.guards.add(app.call, memory.id, guards));
    },
    toText: ruleText,
  }),
];
