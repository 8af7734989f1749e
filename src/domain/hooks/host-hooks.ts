import type { AgentHomes } from "../../base/agent-homes.js";
import { AppError } from "../../base/errors.js";
import type { Home } from "../../base/home.js";
import type { Platform } from "../../base/platform.js";
import type { Files } from "../../engine/files.js";
import type { TranscriptFiles } from "../../engine/transcript-files.js";
import type { Agent } from "../../store/archive/session-event.js";
import { hookWords, type Launch } from "../install/hosts/host.js";
import { openCodePlugin } from "../install/hosts/opencode.js";
import { ourHooksInText } from "../install/our-hook.js";
import { insertEntry, removeEntries, removeInserted } from "./edit-settings.js";
import { type HookLine, hookEvents, hostFiles } from "./host-files.js";

export interface HookState {
  readonly agent: Agent;
  readonly event: string;
  readonly file: string;
  readonly enabled: boolean;
}

/** Our hooks in the settings of agents. Nobody else's entry, comment or space is touched. */
export interface HostHooks {
  enable(agent: Agent, event: string): Promise<HookState[]>;
  disable(agent: Agent, event: string): Promise<HookState[]>;
  list(agents: readonly Agent[]): Promise<HookState[]>;
}

export interface HostHooksDeps {
  readonly files: Files;
  readonly transcripts: Pick<TranscriptFiles, "remove">;
  readonly homes: AgentHomes;
  readonly home: Home;
  readonly platform: Pick<Platform, "shellLine">;
  readonly launch: Launch;
}

interface Put {
  readonly agent: Agent;
  readonly event: string;
  readonly file: string;
  readonly inserted: string;
  /** The file was made for it. */
  readonly created: boolean;
}

export function createHostHooks({ files, transcripts, homes, home, platform, launch }: HostHooksDeps): HostHooks {
  const line: HookLine = (agent, event) => platform.shellLine(hookWords(launch, agent, event));
  // OpenCode takes no command but a program.
  const plugin = openCodePlugin(launch);
  const hooks: HostHooks = {
    async enable(agent, event) {
      const names = eventsNamed(agent, event);
      const whole = hostFiles[agent].whole?.(homes, line, plugin);
      if (whole) await files.write(whole.path, whole.text);
      else for (const name of names) await put(agent, name);
      return statesOf(agent, names);
    },

    async disable(agent, event) {
      const names = eventsNamed(agent, event);
      const whole = hostFiles[agent].whole?.(homes, line, plugin);
      if (whole) await transcripts.remove(whole.path);
      else for (const name of names.toReversed()) await takeOut(agent, name);
      return statesOf(agent, names);
    },

    async list(agents) {
      const states = await Promise.all(
        agents.map((agent) =>
          statesOf(
            agent,
            hookEvents[agent].map(({ event }) => event),
          ),
        ),
      );
      return states.flat();
    },
  };
  return hooks;

  async function put(agent: Agent, event: string): Promise<void> {
    const { path, at, entry } = hostFiles[agent].list(homes, line, event);
    const text = await files.read(path);
    if (text !== undefined && isPresent(text, agent, event)) return;
    const added = insertEntry(text ?? "", at, entry);
    if (!added) {
      throw new AppError("conflict", `${path} is not JSON that can be added to. It was left as it is.`, {
        hint: `Mend it, or add the hook by hand: ${JSON.stringify(entry)}`,
      });
    }
    await remember({ agent, event, file: path, inserted: added.inserted, created: text === undefined });
    await files.write(path, added.text);
  }

  async function takeOut(agent: Agent, event: string): Promise<void> {
    const { path } = hostFiles[agent].list(homes, line, event);
    const text = await files.read(path);
    const known = (await puts()).filter(({ file }) => file === path);
    const gone = known.find((one) => one.agent === agent && one.event === event);
    if (text !== undefined) {
      const exact = gone && withoutPut(text, known, gone);
      const next = exact?.text ?? removeEntries(text, (entry) => isOnlyOurs(entry, agent, event));
      for (const one of exact?.moved ?? []) await remember(one);
      const isOursAlone = known.some(({ created }) => created) && /^\{\s*\}\s*$/.test(next);
      if (isOursAlone) await transcripts.remove(path);
      else if (next !== text) await files.write(path, next);
    }
    await forget(agent, event);
  }

  /** Entries may stand within one another: the later ones come out first and go back in afterwards. */
  function withoutPut(text: string, known: readonly Put[], gone: Put): { text: string; moved: Put[] } | undefined {
    const later = known.slice(known.indexOf(gone) + 1);
    let next: string | undefined = text;
    for (const one of [...later.toReversed(), gone])
      next = next === undefined ? undefined : removeInserted(next, one.inserted);
    const moved: Put[] = [];
    for (const one of later) {
      const { at, entry } = hostFiles[one.agent].list(homes, line, one.event);
      const added: ReturnType<typeof insertEntry> = next === undefined ? undefined : insertEntry(next, at, entry);
      next = added?.text;
      if (added) moved.push({ ...one, inserted: added.inserted });
    }
    return next === undefined ? undefined : { text: next, moved };
  }

  async function statesOf(agent: Agent, events: readonly string[]): Promise<HookState[]> {
    const whole = hostFiles[agent].whole?.(homes, line, plugin);
    const path = whole?.path ?? hostFiles[agent].list(homes, line, events[0] ?? "").path;
    const text = (await files.read(path)) ?? "";
    return events.map((event) => ({
      agent,
      event,
      file: path,
      enabled: whole ? text !== "" : isPresent(text, agent, event),
    }));
  }

  async function puts(): Promise<Put[]> {
    const text = await files.read(home.hooks);
    try {
      return text ? (JSON.parse(text) as Put[]) : [];
    } catch {
      return [];
    }
  }

  async function remember(one: Put): Promise<void> {
    const known = await puts();
    const at = known.findIndex(
      ({ agent, event, file }) => agent === one.agent && event === one.event && file === one.file,
    );
    const next = at < 0 ? [...known, one] : known.with(at, one);
    await files.write(home.hooks, `${JSON.stringify(next, null, 2)}\n`, { private: true });
  }

  async function forget(agent: Agent, event: string): Promise<void> {
    const known = await puts();
    const rest = known.filter((one) => one.agent !== agent || one.event !== event);
    if (rest.length < known.length)
      await files.write(home.hooks, `${JSON.stringify(rest, null, 2)}\n`, { private: true });
  }
}

/** Our command carries the host and the event, so that it is told from every other. */
const isPresent = (text: string, agent: Agent, event: string): boolean =>
  ourHooksInText(text).some((hook) => hook.host === agent && hook.event === event);

/** Somebody may have put another command into our entry: then only our command goes. */
const isOnlyOurs = (entry: string, agent: Agent, event: string): boolean =>
  isPresent(entry, agent, event) && entry.split(/"command"\s*:/).length === 2;

/** `stop`, `user-prompt` or `UserPromptSubmit` name an event, `all` every one. */
function eventsNamed(agent: Agent, word: string): string[] {
  const known = hookEvents[agent];
  const asked = word.toLowerCase().replace(/[^a-z]/g, "");
  if (asked === "all" || asked === "") return known.map(({ event }) => event);
  const found = known.find(({ event, short }) => event.toLowerCase() === asked || short === asked);
  if (found) return [found.event];
  throw new AppError("invalid", `${agent} has no hook ${word}.`, {
    hint: `It has: ${known.map(({ short }) => short).join(", ")}, all.`,
  });
}
