import { AppError } from "../../base/errors.js";
import { opening } from "../../base/text/sentences.js";
import type { ToolAction } from "../../hosts/payload.js";
import type { InjectionStore } from "../../store/archive/injection-store.js";
import type { Condition, Guard, GuardForm } from "../../store/memory/guard.js";
import type { GuardFiles } from "../../store/memory/guard-files.js";
import type { Memory } from "../../store/memory/memory.js";
import { fenced, stripInjected } from "../archive/ingest/injected-text.js";
import { localTenant } from "../archive/local-tenant.js";
import type { Call } from "../call.js";
import type { ProjectResolver } from "../identity/project-resolver.js";
import { dayOf, kindOf, lessonLine } from "../lessons/given-lesson.js";
import type { TeamEntries } from "../lessons/team-entries.js";
import { typedWords } from "../lessons/typed-words.js";
import { titleFrom } from "../memory/lesson.js";
import type { Memories, ShownMemory } from "../memory/memories.js";
import { proposed } from "./guard-text.js";
import { concernedForms, matchesGuard, ownGuard } from "./match-guard.js";
import { isOverruled } from "./overrules.js";
import { proposeGuards } from "./propose-guards.js";
import { type ActionPlace, readAction } from "./read-action.js";
import { teamPrefix, teamRules } from "./team-rules.js";

/** What the agent hears before an action: that it is stopped or needs the person's yes, or only what to know. */
export interface ActionAnswer {
  readonly effect?: "ask" | "deny";
  readonly text: string;
  /** Ids of the rules that it says. */
  readonly records: readonly string[];
}

/** A rule with its guards: those that somebody proposed or, where nobody did, those that follow from its words. */
export interface GuardedRule {
  /** Of a memory, or of a line of a convention. */
  readonly id: string;
  readonly title: string;
  readonly content: string;
  /** Files that it is about. */
  readonly anchors: Memory["anchors"];
  readonly guards: readonly Guard[];
  /** Who said it, and when. */
  readonly source: string;
  /** The line that shows it to an agent. */
  readonly line: string;
}

/** Rules that hold: before an action, an accepted guard asks the person or stops the agent. */
export interface Guards {
  /** Of the call's project, the newest first. */
  list(call: Call): Promise<GuardedRule[]>;
  add(call: Call, id: string, guards: readonly Guard[]): Promise<GuardedRule>;
  /** From now on they hold. */
  accept(call: Call, id: string, effect?: GuardForm["effect"]): Promise<GuardedRule>;
  /** A stop was wrong: from deny to ask, from ask to none. */
  loosen(call: Call, id: string): Promise<GuardedRule>;
  remove(call: Call, id: string): Promise<GuardedRule>;
  /** Undefined when nothing is to be said. */
  beforeAction(call: Call, action: ToolAction): Promise<ActionAnswer | undefined>;
  /** Takes note of what a person's message allows. */
  hear(call: Call, prompt: string): Promise<void>;
  /** Writes down for hooks what concerns the actions in the call's project, and the words of what may be said about a file. */
  refresh(call: Call, words?: string): Promise<void>;
  /** The same for all projects that hooks know. */
  refreshAll(call: Pick<Call, "tenant">): Promise<void>;
}

interface Deps {
  readonly memories: Pick<Memories, "trusted" | "get" | "update" | "signal">;
  readonly injections: InjectionStore;
  readonly identity: Pick<ProjectResolver, "root">;
  readonly conventions: TeamEntries["conventions"];
  readonly files: GuardFiles;
  readonly readNow: ActionPlace["read"];
}

const maxRules = 300;

export function createGuards({ memories, injections, identity, conventions, files, readNow }: Deps): Guards {
  const rulesFor = async (call: Call): Promise<GuardedRule[]> => [
    ...(await memories.trusted(call, maxRules)).filter(isGuarded).map(withGuards),
    ...(await rulesOfTeam(call)),
  ];

  const rulesOfTeam = async (call: Call): Promise<GuardedRule[]> => {
    // A service has no repository of its tenants.
    const entries = call.tenant === localTenant ? await conventions(call) : [];
    const rules = entries.flatMap(({ name, text }) => teamRules(name, text));
    const decided = rules.length > 0 ? await files.decided(await identity.root(call.folder)) : {};
    return rules.map((rule) => ({
      id: rule.id,
      title: titleFrom(rule.content),
      content: rule.content,
      anchors: [],
      guards: decided[rule.id] ?? rule.guards ?? proposeGuards(rule.content).map(proposed),
      source: `the team's convention ${rule.convention}`,
      line: `- ${opening(rule.content, 300)} [convention ${rule.convention}]`,
    }));
  };

  const find = async (call: Call, id: string): Promise<GuardedRule> => {
    if (!id.startsWith(teamPrefix)) return withGuards((await memories.get(call, id)).memory);
    const rule = (await rulesOfTeam(call)).find((one) => one.id === id);
    if (rule) return rule;
    throw new AppError("missing", `No convention has this line now: ${id}`, {
      hint: "List rules: throughline guard list",
    });
  };

  const save = async (call: Call, { id }: GuardedRule, guards: readonly Guard[]): Promise<void> => {
    if (id.startsWith(teamPrefix)) await files.decide(await identity.root(call.folder), id, guards);
    else await memories.update(call, id, { guards });
  };

  const change = async (call: Call, given: string, guardsOf: (rule: GuardedRule) => readonly Guard[]) => {
    const rule = await find(call, given);
    const guards = guardsOf(rule);
    await save(call, rule, guards);
    await refresh(call);
    await refreshAll(call);
    return { ...rule, guards };
  };

  const refresh = async (call: Call, words?: string) => {
    const forms = (await rulesFor(call)).flatMap((rule) => [...accepted(rule), ...concernedForms(rule)]);
    await files.write({
      root: await identity.root(call.folder),
      forms: forms.map(indexed),
      ...(words === undefined ? {} : { words }),
    });
  };

  const refreshAll = async (call: Pick<Call, "tenant">) => {
    // The files are of this machine's projects: the rules of a tenant of a service must not take their place.
    if (call.tenant !== localTenant) return;
    for (const folder of await files.roots()) await refresh({ ...(call as Call), folder });
  };

  /** Counting must not keep an answer waiting: another process may be writing. */
  const count = (call: Call, { id }: GuardedRule, guard: Guard, field: "stops" | "overruled") =>
    attempt(async () => {
      const rule = await find(call, id);
      const isSame = (one: Guard) => JSON.stringify(formOf(one)) === JSON.stringify(formOf(guard));
      await save(
        call,
        rule,
        rule.guards.map((one) => (isSame(one) ? { ...one, [field]: one[field] + 1 } : one)),
      );
      if (!id.startsWith(teamPrefix)) await memories.signal(call, id, field === "stops" ? "succeeded" : "failed");
    });

  return {
    list: rulesFor,
    refresh,
    refreshAll,

    add: (call, id, guards) =>
      change(call, id, (rule) => [...rule.guards.filter(({ state }) => state !== "proposed"), ...guards]),

    accept: (call, id, effect) =>
      change(call, id, (rule) => {
        if (rule.guards.length === 0) throw withoutGuard(rule.id);
        return rule.guards.map((one) => ({ ...one, state: "accepted", ...(effect ? { effect } : {}) }));
      }),

    loosen: (call, id) =>
      change(call, id, (rule) => {
        if (!rule.guards.some(isAccepted)) throw withoutGuard(rule.id);
        return rule.guards.map(loosened);
      }),

    remove: (call, id) => change(call, id, ({ guards }) => guards.map((one) => ({ ...one, state: "declined" }))),

    async beforeAction(call, given) {
      const root = await identity.root(call.folder);
      const action = readAction(given, { root, folder: call.folder, read: readNow });
      if (matchesGuard(ownGuard, action)) return { effect: "ask", text: ownReason, records: [] };
      const rules = await rulesFor(call);
      const { tenant, session = "" } = call;
      const received = await injections.received(tenant, session);
      const hits = rules
        .flatMap((rule) => accepted(rule).map((guard) => ({ rule, guard })))
        .filter(({ rule, guard }) => !received.has(overruledItem(rule)) && matchesGuard(guard, action));
      const hit = hits.find(({ guard }) => guard.effect === "deny") ?? hits[0];
      if (hit) {
        await attempt(async () => void (await injections.claim(tenant, session, [stopItem(hit.rule)], 1)));
        await count(call, hit.rule, hit.guard, "stops");
        return { effect: hit.guard.effect, text: reasonOf(hit.rule, hit.guard), records: memoriesOf([hit.rule]) };
      }
      const concerned = rules.filter((rule) => concernedForms(rule).some((form) => matchesGuard(form, action)));
      const items = await injections.claim(tenant, session, concerned.map(actionItem), maxNotes);
      const notes = concerned.filter((rule) => items.has(actionItem(rule)));
      if (notes.length === 0) return undefined;
      const text = fenced("rules about this action", notes.map(({ line }) => line).join("\n"));
      return { text, records: memoriesOf(notes) };
    },

    async hear(call, prompt) {
      const { tenant, session = "" } = call;
      const guarded = (await rulesFor(call)).filter((one) => accepted(one).length > 0);
      if (guarded.length === 0) return;
      const received = await injections.received(tenant, session);
      // A pasted text must not allow anything.
      const words = typedWords(stripInjected(prompt));
      for (const rule of guarded) {
        const guard = accepted(rule).find((one) => isOverruled(one, words, received.has(stopItem(rule))));
        if (!guard) continue;
        const isNew = await injections.claim(tenant, session, [overruledItem(rule)], 1);
        if (isNew.size > 0) await count(call, rule, guard, "overruled");
      }
    },
  };
}

/** Receipts name memories. */
const memoriesOf = (rules: readonly GuardedRule[]): string[] =>
  rules.flatMap(({ id }) => (id.startsWith(teamPrefix) ? [] : [id]));

/** Of the rules that concern one action. */
const maxNotes = 2;

type Identified = Pick<GuardedRule, "id">;
const stopItem = ({ id }: Identified): string => `stop:${id}`;
const overruledItem = ({ id }: Identified): string => `overruled:${id}`;
const actionItem = ({ id }: Identified): string => `action:${id}`;

const isAccepted = ({ state }: Guard): boolean => state === "accepted";
const accepted = ({ guards }: GuardedRule): Guard[] => guards.filter(isAccepted);

/** A writer may give any lesson a guard; words become one only in a rule. */
const isGuarded = (memory: ShownMemory): boolean => Boolean(memory.guards) || kindOf(memory) === "rule";

export const withGuards = (memory: Memory): GuardedRule => ({
  id: memory.id,
  title: memory.title,
  content: memory.content,
  anchors: memory.anchors,
  guards: memory.guards ?? (kindOf(memory) === "rule" ? proposeGuards(memory.content).map(proposed) : []),
  source: `${memory.author === "person" ? "said by the person" : `recorded by ${memory.author}`} on ${dayOf(memory)}`,
  line: lessonLine({ ...memory, stale: [] }).text,
});

const formOf = ({ state: _, stops: _s, overruled: _o, ...form }: Guard): GuardForm => form;

/** What a hook needs to know of it. */
const indexed = ({ tool, command, path, text, not, new: isNew }: Condition): Condition => ({
  ...(tool ? { tool } : {}),
  ...(command ? { command } : {}),
  ...(path ? { path } : {}),
  ...(text ? { text } : {}),
  ...(not ? { not } : {}),
  ...(isNew === undefined ? {} : { new: isNew }),
});

function loosened(guard: Guard): Guard {
  if (!isAccepted(guard)) return guard;
  const overruled = guard.overruled + 1;
  return guard.effect === "deny" ? { ...guard, effect: "ask", overruled } : { ...guard, state: "declined", overruled };
}

/** What was said, when and by whom, so that the agent can tell the person. */
function reasonOf({ id, content, source }: GuardedRule, { instead, effect }: Guard): string {
  const right = instead ? ` The right way: ${instead}.` : "";
  return [
    `A rule is against this: ${opening(content.replace(/\s+/g, " ").trim(), 300)}${right}`,
    `(${source}, ${id})`,
    effect === "deny" ? "Only the person can allow it, in a message." : "",
    `If this stop is wrong, the person runs: throughline guard loosen ${id}`,
  ]
    .filter(Boolean)
    .join(" ");
}

const ownReason = "Guards are accepted, loosened and removed by the person, not by the agent.";

const withoutGuard = (id: string) =>
  new AppError("missing", `${id} has no guard to change.`, {
    hint: `Add one with: throughline guard add ${id} '{"words":["npm","install|i"],"instead":"pnpm add"}'`,
  });

async function attempt(action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}
