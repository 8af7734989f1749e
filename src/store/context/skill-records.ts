import type { JsonObject } from "../../base/json.js";
import type { Files } from "../../engine/files.js";
import { inStore } from "./context-layout.js";
import { textIn } from "./json-file.js";
import { appendLog, readLog } from "./ndjson-file.js";

export interface SkillUsage {
  readonly id: string;
  readonly session_id: string;
  readonly agent: string;
  readonly timestamp: string;
}

export interface SkillFeedback {
  readonly id: string;
  readonly agent: string;
  readonly rating: number;
  readonly comment: string;
  readonly timestamp: string;
}

export interface SkillStats {
  readonly skill_name: string;
  readonly usage_count: number;
  readonly avg_rating: number;
  readonly rating_count: number;
  readonly last_used: string | null;
  readonly needs_attention: boolean;
}

/** Where a file of the store is. */
export type LocateFile = (path: string) => Promise<string>;

/** Usage and feedback of a skill: logs next to its SKILL.md, one record per line. Names are those of folders. */
export function openSkillRecords(files: Files, locate: LocateFile) {
  const feedback = async (name: string) => {
    const { records } = await readLog(files, await locate(inStore.feedback(name)));
    return records.map(readFeedback).filter(({ rating }) => rating >= 1 && rating <= 5);
  };
  return {
    addUsage: async (name: string, usage: SkillUsage): Promise<void> =>
      appendLog(files, await locate(inStore.usage(name)), usage),
    addFeedback: async (name: string, record: SkillFeedback): Promise<void> =>
      appendLog(files, await locate(inStore.feedback(name)), record),
    feedback,
    async stats(name: string): Promise<SkillStats> {
      const [feedbacks, { records }] = await Promise.all([
        feedback(name),
        readLog(files, await locate(inStore.usage(name))),
      ]);
      return summarize(
        name,
        feedbacks,
        records.map((record) => isoTime(textIn(record, "timestamp"))),
      );
    },
  };
}

function summarize(skillName: string, feedbacks: readonly SkillFeedback[], usageTimes: readonly string[]): SkillStats {
  const average =
    feedbacks.length === 0 ? 0 : feedbacks.reduce((sum, { rating }) => sum + rating, 0) / feedbacks.length;
  return {
    skill_name: skillName,
    usage_count: usageTimes.length,
    avg_rating: Math.round(average * 100) / 100,
    rating_count: feedbacks.length,
    last_used: usageTimes.toSorted().at(-1) ?? null,
    needs_attention: feedbacks.length >= 2 && average < 3,
  };
}

const readFeedback = (record: JsonObject): SkillFeedback => ({
  id: textIn(record, "id"),
  agent: textIn(record, "agent"),
  rating: Number(record.rating),
  comment: textIn(record, "comment"),
  timestamp: isoTime(textIn(record, "timestamp")),
});

/** Other programs write a space between date and time. */
export const isoTime = (text: string): string => text.replace(/^(\d{4}-\d{2}-\d{2}) /, "$1T").replace(/\+00:00$/, "Z");
