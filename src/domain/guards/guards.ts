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
import type { Memories } from "../memory/memories.js";
import { proposed } from "./guard-text.js";
import { concernedForms, matchesGuard, ownGuard } from "./match-guard.js";
import { isOverruled } from "./overrules.js";
import { proposeGuards } from "./propose-guards.js";
import { type ActionPlace, readAction } from "./read-action.js";
import { teamPrefix, teamRules } from "./team-rules.js";

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

interface Deps {
  readonly memories: Pick<Memories, "trusted" | "get" | "update" | "signal">;
  readonly injections: InjectionStore;
  readonly identity: Pick<ProjectResolver, "root">;
  readonly conventions: TeamEntries["conventions"];
  readonly files: GuardFiles;
  readonly readNow: ActionPlace["read"];
}

const maxRules = 300;

/** Rules that hold: before an action, an accepted guard asks the person or stops the agent. */
export type Guards = ReturnType<typeof createGuards>;

export function createGuards({ memories, injections, identity, conventions, files, readNow }: Deps) {
  /** Of the call's project, the newest first. */
  const list = async (call: Call): Promise<GuardedRule[]> => {
    const trusted = await memories.trusted(call, maxRules);
    // A writer may give any lesson a guard; words become one only in a rule.
    const guarded = trusted.filter((memory) => Boolean(memory.guards) || kindOf(memory) === "rule");
    return [...guarded.map(withGuards), ...(await rulesOfTeam(call))];
  };

  const rulesOfTeam = async (call: Call): Promise<GuardedRule[]> => {
    // A service has no repository of its tenants.
    const entries = call.tenant === localTenant ? await conventions(call) : [];
    const rules = entries.flatMap(({ name, text }) => teamRules(name, text));
    const decided = rules.length > 0 ? await files.decided(await identity.root(call.folder)) : {};
    return rules.map(({ id, content, convention, guards: own }) => {
      const guards = decided[id] ?? own ?? proposeGuards(content).map(proposed);
      const source = `the team's convention ${convention}`;
      const line = `- ${opening(content, 300)} [convention ${convention}]`;
      return { id, title: titleFrom(content), content, anchors: [], guards, source, line };
    });
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

  /** Writes down for hooks what concerns the actions in the call's project, and the words of what may be said about a file. */
  const refresh = async (call: Call, words?: string): Promise<void> => {
    const rules = await list(call);
    const forms = rules.flatMap((rule) => [...accepted(rule).map(conditionOf), ...concernedForms(rule)]);
    const root = await identity.root(call.folder);
    await files.write({ root, forms, ...(words === undefined ? {} : { words }) });
  };

  /** The same for all projects that hooks know. */
  const refreshAll = async (call: Pick<Call, "tenant">): Promise<void> => {
    // The files are of this machine's projects: the rules of a tenant of a service must not take their place.
    if (call.tenant !== localTenant) return;
    for (const folder of await files.roots()) await refresh({ ...(call as Call), folder });
  };

  /** Counting must not keep an answer waiting: another process may be writing. */
  const count = (call: Call, { id }: GuardedRule, guard: Guard, field: "stops" | "overruled") =>
    attempt(async () => {
      const rule = await find(call, id);
      const form = JSON.stringify(formOf(guard));
      const isSame = (one: Guard) => JSON.stringify(formOf(one)) === form;
      const guards = rule.guards.map((one) => (isSame(one) ? { ...one, [field]: one[field] + 1 } : one));
      await save(call, rule, guards);
      if (!id.startsWith(teamPrefix)) await memories.signal(call, id, field === "stops" ? "succeeded" : "failed");
    });

  return {
    list,
    refresh,
    refreshAll,

    add: (call: Call, id: string, guards: readonly Guard[]) =>
      change(call, id, (rule) => [...rule.guards.filter(({ state }) => state !== "proposed"), ...guards]),

    /** From now on they hold. */
    accept: (call: Call, id: string, effect?: GuardForm["effect"]) =>
      change(call, id, (rule) => {
        if (rule.guards.length === 0) throw withoutGuard(rule.id);
        return rule.guards.map((one) => ({ ...one, state: "accepted", ...(effect ? { effect } : {}) }));
      }),

    /** A stop was wrong: from deny to ask, from ask to none. */
    loosen: (call: Call, id: string) =>
      change(call, id, (rule) => {
        if (!rule.guards.some(isAccepted)) throw withoutGuard(rule.id);
        return rule.guards.map(loosened);
      }),

    remove: (call: Call, id: string) =>
      change(call, id, ({ guards }) => guards.map((one) => ({ ...one, state: "declined" }))),

    /**
     * What the agent hears before an action: that it is stopped or needs the person's yes, or only what to know; with the
     * ids of the rules that it says. Undefined when nothing is to be said.
     */
    async beforeAction(
      call: Call,
      given: ToolAction,
    ): Promise<{ effect?: "ask" | "deny"; text: string; records: string[] } | undefined> {
      const root = await identity.root(call.folder);
      const action = readAction(given, { root, folder: call.folder, read: readNow });
      if (matchesGuard(ownGuard, action)) return { effect: "ask", text: ownReason, records: [] };
      const rules = await list(call);
      const { tenant, session = "" } = call;
      const received = await injections.received(tenant, session);
      const hits = rules
        .flatMap((rule) => accepted(rule).map((guard) => ({ rule, guard })))
        .filter(({ rule, guard }) => !received.has(`overruled:${rule.id}`) && matchesGuard(guard, action));
      const hit = hits.find(({ guard }) => guard.effect === "deny") ?? hits[0];
      if (hit) {
        const { rule, guard } = hit;
        await attempt(async () => void (await injections.claim(tenant, session, [`stop:${rule.id}`], 1)));
        await count(call, rule, guard, "stops");
        return { effect: guard.effect, text: reasonOf(rule, guard), records: memoriesOf([rule]) };
      }
      const concerned = rules.filter((rule) => concernedForms(rule).some((form) => matchesGuard(form, action)));
      const actionItem = ({ id }: GuardedRule) => `action:${id}`;
      const items = await injections.claim(tenant, session, concerned.map(actionItem), maxNotes);
      const notes = concerned.filter((rule) => items.has(actionItem(rule)));
      if (notes.length === 0) return undefined;
      const text = fenced("rules about this action", notes.map(({ line }) => line).join("\n"));
      return { text, records: memoriesOf(notes) };
    },

    /** Takes note of what a person's message allows. */
    async hear(call: Call, prompt: string): Promise<void> {
      const { tenant, session = "" } = call;
      const guarded = (await list(call)).filter((one) => accepted(one).length > 0);
      if (guarded.length === 0) return;
      const received = await injections.received(tenant, session);
      // A pasted text must not allow anything.
      const words = typedWords(stripInjected(prompt));
      for (const rule of guarded) {
        const guard = accepted(rule).find((one) => isOverruled(one, words, received.has(`stop:${rule.id}`)));
        if (!guard) continue;
        const isNew = await injections.claim(tenant, session, [`overruled:${rule.id}`], 1);
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

const isAccepted = ({ state }: Guard): boolean => state === "accepted";
const accepted = ({ guards }: GuardedRule): Guard[] => guards.filter(isAccepted);

export function withGuards(memory: Memory): GuardedRule {
  const { id, title, content, anchors, author } = memory;
  const guards = memory.guards ?? (kindOf(memory) === "rule" ? proposeGuards(content).map(proposed) : []);
  const source = `${author === "person" ? "said by the person" : `recorded by ${author}`} on ${dayOf(memory)}`;
  return { id, title, content, anchors, guards, source, line: lessonLine({ ...memory, stale: [] }).text };
}

const formOf = ({ state: _, stops: _s, overruled: _o, ...form }: Guard): GuardForm => form;

/** What a hook needs to know of it. */
const conditionOf = (guard: Guard): Condition => {
  const { effect: _, instead: _i, ...condition } = formOf(guard);
  return condition;
};

function loosened(guard: Guard): Guard {
  if (!isAccepted(guard)) return guard;
  const overruled = guard.overruled + 1;
  return guard.effect === "deny" ? { ...guard, effect: "ask", overruled } : { ...guard, state: "declined", overruled };
}

/** What was said, when and by whom, so that the agent can tell the person. */
function reasonOf({ id, content, source }: GuardedRule, { instead, effect }: Guard): string {
  const rule = opening(content.replace(/\s+/g, " ").trim(), 300);
  const right = instead ? ` The right way: ${instead}.` : "";
  const denied = effect === "deny" ? " Only the person can allow it, in a message." : "";
  const wrong = `If this stop is wrong, the person runs: throughline guard loosen ${id}`;
  return `A rule is against this: ${rule}${right} (${source}, ${id})${denied} ${wrong}`;
}

const ownReason = "Guards are accepted, loosened and removed by the person, not by the agent.";

const withoutGuard = (id: string) =>
  new AppError("missing", `${id} has no guard to change.`, {
    hint: `Add one with: throughline guard add ${id} '{"command":["npm install|i"],"instead":"pnpm add"}'`,
  });

async function attempt(action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}
