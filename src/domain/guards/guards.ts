import { AppError } from "../../base/errors.js";
import { opening } from "../../base/text/sentences.js";
import type { ToolAction } from "../../hosts/payload.js";
import type { InjectionStore } from "../../store/archive/injection-store.js";
import type { Guard, GuardForm } from "../../store/memory/guard.js";
import type { GuardFiles } from "../../store/memory/guard-files.js";
import type { Memory } from "../../store/memory/memory.js";
import { fenced, stripInjected } from "../archive/ingest/injected-text.js";
import { localTenant } from "../archive/local-tenant.js";
import type { Call } from "../call.js";
import type { ProjectResolver } from "../identity/project-resolver.js";
import { dayOf, kindOf, lessonLine } from "../lessons/given-lesson.js";
import { typedWords } from "../lessons/typed-words.js";
import type { Memories, ShownMemory } from "../memory/memories.js";
import { proposed } from "./guard-text.js";
import { concernedForms, matchesGuard, ownGuard, readAction } from "./match-guard.js";
import { isOverruled } from "./overrules.js";
import { proposeGuards } from "./propose-guards.js";

/** What the agent hears before an action: that it is stopped or needs the person's yes, or only what to know. */
export interface ActionAnswer {
  readonly effect?: "ask" | "deny";
  readonly text: string;
  /** Ids of the rules that it says. */
  readonly records: readonly string[];
}

/** A rule with its guards: those that somebody proposed or, where nobody did, those that follow from its words. */
export interface GuardedRule {
  readonly memory: Memory;
  readonly guards: readonly Guard[];
}

/** Rules that hold: before an action, an accepted guard asks the person or stops the agent. */
export interface Guards {
  /** Of the call's project, the newest first. */
  list(call: Call): Promise<GuardedRule[]>;
  add(call: Call, id: string, guard: Guard): Promise<GuardedRule>;
  /** From now on they hold. */
  accept(call: Call, id: string, effect?: GuardForm["effect"]): Promise<GuardedRule>;
  /** A stop was wrong: from deny to ask, from ask to none. */
  loosen(call: Call, id: string): Promise<GuardedRule>;
  remove(call: Call, id: string): Promise<GuardedRule>;
  /** Undefined when nothing is to be said. */
  beforeAction(call: Call, action: ToolAction): Promise<ActionAnswer | undefined>;
  /** Takes note of what a person's message allows. */
  hear(call: Call, prompt: string): Promise<void>;
  /** Writes down for hooks what concerns the actions in the call's project. */
  refresh(call: Call): Promise<void>;
  /** The same for all projects that hooks know. */
  refreshAll(call: Pick<Call, "tenant">): Promise<void>;
}

interface Deps {
  readonly memories: Pick<Memories, "trusted" | "get" | "update" | "signal">;
  readonly injections: InjectionStore;
  readonly identity: Pick<ProjectResolver, "root">;
  readonly files: GuardFiles;
}

const maxRules = 300;

export function createGuards({ memories, injections, identity, files }: Deps): Guards {
  const rulesFor = async (call: Call): Promise<GuardedRule[]> =>
    (await memories.trusted(call, maxRules)).filter(isGuarded).map(withGuards);

  const change = async (call: Call, given: string, guardsOf: (rule: GuardedRule) => readonly Guard[]) => {
    const rule = withGuards((await memories.get(call, given)).memory);
    const guards = guardsOf(rule);
    const memory = await memories.update(call, rule.memory.id, { guards });
    await refresh(call);
    await refreshAll(call);
    return { memory, guards };
  };

  const refresh = async (call: Call) => {
    const rules = (await memories.trusted(call, maxRules)).filter(isGuarded);
    const forms = rules.flatMap((memory) => [...accepted(memory), ...concernedForms(memory)]);
    await files.write({ root: await identity.root(call.folder), forms: forms.map(indexed) });
  };

  const refreshAll = async (call: Pick<Call, "tenant">) => {
    // The files are of this machine's projects: the rules of a tenant of a service must not take their place.
    if (call.tenant !== localTenant) return;
    for (const folder of await files.roots()) await refresh({ ...(call as Call), folder });
  };

  /** Counting must not keep an answer waiting: another process may be writing. */
  const count = (call: Call, { id }: Memory, guard: Guard, field: "stops" | "overruled") =>
    attempt(async () => {
      const { memory } = await memories.get(call, id);
      const isSame = (one: Guard) => JSON.stringify(formOf(one)) === JSON.stringify(formOf(guard));
      const guards = memory.guards?.map((one) => (isSame(one) ? { ...one, [field]: one[field] + 1 } : one));
      if (guards) await memories.update(call, id, { guards });
      await memories.signal(call, id, field === "stops" ? "succeeded" : "failed");
    });

  return {
    list: rulesFor,
    refresh,
    refreshAll,

    add: (call, id, guard) => change(call, id, ({ memory }) => [...(memory.guards ?? []), guard]),

    accept: (call, id, effect) =>
      change(call, id, ({ memory, guards }) => {
        if (guards.length === 0) throw withoutGuard(memory.id);
        return guards.map((one) => ({ ...one, state: "accepted", ...(effect ? { effect } : {}) }));
      }),

    loosen: (call, id) =>
      change(call, id, ({ memory, guards }) => {
        if (!guards.some(isAccepted)) throw withoutGuard(memory.id);
        return guards.map(loosened);
      }),

    remove: (call, id) => change(call, id, ({ guards }) => guards.map((one) => ({ ...one, state: "declined" }))),

    async beforeAction(call, given) {
      const root = await identity.root(call.folder);
      const action = readAction(given, { root, folder: call.folder });
      if (matchesGuard(ownGuard, action)) return { effect: "ask", text: ownReason, records: [] };
      const rules = (await memories.trusted(call, maxRules)).filter(isGuarded);
      const { tenant, session = "" } = call;
      const received = await injections.received(tenant, session);
      const hits = rules
        .flatMap((memory) => accepted(memory).map((guard) => ({ memory, guard })))
        .filter(({ memory, guard }) => !received.has(overruledItem(memory)) && matchesGuard(guard, action));
      const hit = hits.find(({ guard }) => guard.effect === "deny") ?? hits[0];
      if (hit) {
        await attempt(async () => void (await injections.claim(tenant, session, [stopItem(hit.memory)], 1)));
        await count(call, hit.memory, hit.guard, "stops");
        return { effect: hit.guard.effect, text: reasonOf(hit.memory, hit.guard), records: [hit.memory.id] };
      }
      const concerned = rules.filter((memory) => concernedForms(memory).some((form) => matchesGuard(form, action)));
      const items = await injections.claim(tenant, session, concerned.map(actionItem), maxNotes);
      const notes = concerned.filter((memory) => items.has(actionItem(memory)));
      if (notes.length === 0) return undefined;
      const text = fenced("rules about this action", notes.map((one) => lessonLine(one).text).join("\n"));
      return { text, records: notes.map(({ id }) => id) };
    },

    async hear(call, prompt) {
      const { tenant, session = "" } = call;
      const guarded = (await memories.trusted(call, maxRules)).filter((one) => accepted(one).length > 0);
      if (guarded.length === 0) return;
      const received = await injections.received(tenant, session);
      // A pasted text must not allow anything.
      const words = typedWords(stripInjected(prompt));
      for (const memory of guarded) {
        const guard = accepted(memory).find((one) => isOverruled(one, words, received.has(stopItem(memory))));
        if (!guard) continue;
        const isNew = await injections.claim(tenant, session, [overruledItem(memory)], 1);
        if (isNew.size > 0) await count(call, memory, guard, "overruled");
      }
    },
  };
}

/** Of the rules that concern one action. */
const maxNotes = 2;

const stopItem = ({ id }: Memory): string => `stop:${id}`;
const overruledItem = ({ id }: Memory): string => `overruled:${id}`;
const actionItem = ({ id }: Memory): string => `action:${id}`;

const isAccepted = ({ state }: Guard): boolean => state === "accepted";
const accepted = ({ guards }: Memory): Guard[] => (guards ?? []).filter(isAccepted);

/** A writer may give any lesson a guard; words become one only in a rule. */
const isGuarded = (memory: ShownMemory): boolean => Boolean(memory.guards) || kindOf(memory) === "rule";

export const withGuards = (memory: Memory): GuardedRule => ({
  memory,
  guards: memory.guards ?? (kindOf(memory) === "rule" ? proposeGuards(memory.content).map(proposed) : []),
});

const formOf = ({ state: _, stops: _s, overruled: _o, ...form }: Guard): GuardForm => form;

/** What a hook needs to know of it. */
const indexed = ({ tool, words, not, path, content }: GuardForm): Omit<GuardForm, "effect"> => ({
  ...(tool ? { tool } : {}),
  ...(words ? { words } : {}),
  ...(not ? { not } : {}),
  ...(path ? { path } : {}),
  ...(content ? { content } : {}),
});

function loosened(guard: Guard): Guard {
  if (!isAccepted(guard)) return guard;
  const overruled = guard.overruled + 1;
  return guard.effect === "deny" ? { ...guard, effect: "ask", overruled } : { ...guard, state: "declined", overruled };
}

/** What was said, when and by whom, so that the agent can tell the person. */
function reasonOf(memory: Memory, { instead, effect }: Guard): string {
  const right = instead ? ` The right way: ${instead}.` : "";
  const source = memory.author === "person" ? "said by the person" : `recorded by ${memory.author}`;
  return [
    `A rule is against this: ${opening(memory.content.replace(/\s+/g, " ").trim(), 300)}${right}`,
    `(${source} on ${dayOf(memory)}, ${memory.id})`,
    effect === "deny" ? "Only the person can allow it, in a message." : "",
    `If this stop is wrong, the person runs: throughline guard loosen ${memory.id}`,
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
