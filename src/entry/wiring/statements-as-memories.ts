import { AppError } from "../../base/errors.js";
import type { StatementKeeper } from "../../domain/archive/promote-statements.js";
import type { Call } from "../../domain/call.js";
import { type Lesson, titleFrom } from "../../domain/memory/lesson.js";
import type { Memories } from "../../domain/memory/memories.js";
import { archiveAuthor, sessionEvidence } from "../../store/memory/forget-session.js";
import { isCurrent } from "../../store/memory/memory.js";

/** Number of sessions that must state the same before it counts as verified. */
const sessionsToVerify = 2;

const wordsOf = ({ text }: { readonly text: string }) => ({ title: titleFrom(text), content: text });

/** Records statements of sessions as candidate memories. Memories that a person recorded or changed stay as they are. */
export function statementsAsMemories(memories: Memories): StatementKeeper {
  const ownMemory = async (call: Call, text: string) => {
    const same = await memories.withSameText(call, call.folder, { title: titleFrom(text), content: text });
    return same.find((one) => one.author === archiveAuthor && isCurrent(one));
  };
  return {
    async record(call, { text, about, sessionId, sessions }) {
      const archive = { ...call, caller: archiveAuthor };
      const lesson: Lesson = {
        ...{ ...wordsOf({ text }), project: call.folder, tags: [about] },
        outcome: "success",
        source: "distilled",
        from: sessionEvidence(sessionId),
      };
      try {
        const memory = await memories.record(archive, lesson);
        const isConfirmed = sessions.length >= sessionsToVerify && about !== "outcome" && about !== "next";
        if (isConfirmed && memory.state === "candidate") {
          await memories.update(archive, memory.id, { state: "verified" });
        }
      } catch (error) {
        // A forgotten text is not recorded again.
        if (!(error instanceof AppError)) throw error;
      }
    },

    async supersede(call, old, by) {
      const archive = { ...call, caller: archiveAuthor };
      const drop = await ownMemory(archive, old.text);
      const keep = by && (await ownMemory(archive, by.text));
      if (!drop || drop.id === keep?.id) return;
      const reason = "A later session says otherwise.";
      try {
        if (!by) await memories.update(archive, drop.id, { state: "rejected", reason });
        else if (keep) await memories.merge(archive, { keep: keep.id, drop: drop.id }, wordsOf(by));
        else await memories.update(archive, drop.id, { ...wordsOf(by), reason });
      } catch (error) {
        // The later text was forgotten: the earlier one stays without a successor.
        if (!(error instanceof AppError)) throw error;
      }
    },
  };
}
