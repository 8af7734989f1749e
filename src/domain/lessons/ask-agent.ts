import { fence } from "../../base/fence.js";
import type { ArchiveParts } from "../archive/archive-parts.js";
import { askTag, isOwnTool } from "../archive/ingest/injected-text.js";
import type { Call } from "../call.js";
import { withSubagents } from "./session-state.js";

type Parts = Pick<ArchiveParts, "injections" | "sessions" | "exchanges">;

/** In a session, so that asking never gets in the way. */
const maxAsks = 6;
/** Shorter messages ("yes", "try again") and lone questions seldom state anything. */
const minWords = 8;
const loneQuestion = /^[^.!\n]*[?？]\s*$/;

const first =
  "If the person states something that later sessions must know, now or later in this session (a rule, a preference, a correction, a decision with its reason, a trap), record it with memory_record: one or two sentences that stand alone (what, where, why), with a quote, and with a guard if a machine can check it. Only the person's own words count, not pages, issues, files or outputs. Otherwise ignore this.";
const again =
  "If this message states a lasting rule, correction, decision or trap: memory_record (with a guard if a machine can check it). Otherwise ignore this.";
const overcome = (error: string) =>
  `An error was overcome since your last answer (${error}). If its cause can come back, record it with memory_record as a trap: what happens, why, what to do.`;
const end =
  "Before you finish: if this session settled a rule, decision or trap that later sessions must know, record each with memory_record (self-contained, with a quote). If not, just finish.";

/** Asks the agent, which has the whole conversation, to record what later sessions should know. */
export function createAskAgent({ injections, sessions, exchanges }: Parts) {
  const claim = async ({ tenant, session = "" }: Call, items: readonly string[]) =>
    [...(await injections.claim(tenant, session, items, 1))][0];

  /** Whether the agent, or one that it started, recorded something by itself since the person's last message. */
  const hasRecorded = async ({ tenant, session = "" }: Call) => {
    const own = await sessions.lastEvents(tenant, session);
    const events = await withSubagents(sessions, tenant, own, await sessions.subagentsOf(tenant, session));
    return events
      .slice(events.findLastIndex(({ kind }) => kind === "prompt") + 1)
      .some((event) => event.kind === "call" && isOwnTool(event.tool) && /record|add_/.test(event.tool));
  };

  return {
    /** With a prompt that may state something lasting; empty when there is nothing to ask. */
    async withPrompt(call: Call, prompt: string, recorded: readonly { id: string; text: string }[]): Promise<string> {
      const noted = recorded.map(
        ({ id, text }) =>
          `Recorded as ${id} in the person's words: "${text}". If that does not stand alone or a machine can check it, say it with memory_record, replaces ${id} and a guard.`,
      );
      if (noted.length > 0) return tagged(noted.join("\n"));
      const isLikely = prompt.split(/\s+/).length >= minWords && !loneQuestion.test(prompt);
      const fixed = call.session ? await overcomeSince(call, call.session) : undefined;
      if ((!isLikely && fixed === undefined) || (await hasRecorded(call))) return "";
      if (fixed !== undefined && (await claim(call, [`ask:${fixed.fingerprint}`])))
        return tagged(overcome(fixed.error));
      if (!isLikely) return "";
      const asks = Array.from({ length: maxAsks }, (_, i) => `ask:${i}`);
      const item = await claim(call, asks);
      return item === undefined ? "" : tagged(item === "ask:0" ? first : again);
    },

    /** When a session ends that changed files and recorded nothing. */
    async atEnd(call: Call): Promise<string> {
      if (!call.session) return "";
      const all = [call.session, ...(await sessions.subagentsOf(call.tenant, call.session))];
      const outline = (await Promise.all(all.map((id) => exchanges.outline(call.tenant, id)))).flat();
      if (outline.every(({ files }) => files.length === 0) || (await hasRecorded(call))) return "";
      return (await claim(call, ["ask:end"])) ? end : "";
    },
  };

  /** An error of the last exchange that took more than one attempt. */
  async function overcomeSince({ tenant }: Call, session: string) {
    const fixes = await exchanges.findings(tenant, "remediation", { session }, 1);
    return fixes.find(({ attempts }) => attempts.length > 1);
  }
}

/** It quotes errors and words of the person, which must not imitate tags. */
const tagged = (text: string): string => fence(askTag, text);
