import type { Files } from "../../engine/files.js";
import { inStore } from "./context-layout.js";
import { asText, asTime, jsonRecord } from "./json-file.js";
import { appendLog, readLog } from "./ndjson-file.js";

const readUsage = jsonRecord({ id: asText, session_id: asText, agent: asText, timestamp: asTime });
const readFeedback = jsonRecord({ id: asText, agent: asText, rating: Number, comment: asText, timestamp: asTime });

type SkillUsage = ReturnType<typeof readUsage>;
type SkillFeedback = ReturnType<typeof readFeedback>;

/** Usage and feedback of a skill: logs next to its SKILL.md, one record per line. Names are those of folders. */
export type SkillRecords = ReturnType<typeof openSkillRecords>;

export type SkillStats = Awaited<ReturnType<SkillRecords["stats"]>>;

/** Where a file of the store is. */
export type LocateFile = (path: string) => Promise<string>;

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
    async stats(name: string) {
      const feedbacks = await feedback(name);
      const { records } = await readLog(files, await locate(inStore.usage(name)));
      const average = feedbacks.reduce((sum, { rating }) => sum + rating, 0) / Math.max(1, feedbacks.length);
      return {
        skill_name: name,
        usage_count: records.length,
        avg_rating: Math.round(average * 100) / 100,
        rating_count: feedbacks.length,
        last_used:
          records
            .map((record) => readUsage(record).timestamp)
            .sort()
            .at(-1) ?? null,
        needs_attention: feedbacks.length >= 2 && average < 3,
      };
    },
  };
}
