import type { JsonObject } from "../../base/json.js";
import type { Files } from "../../engine/files.js";
import { inStore, storePath } from "./context-layout.js";
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

/** How a skill is used and liked: logs beside its SKILL.md, one record a line. Names are those of folders. */
export interface SkillRecords {
  addUsage(name: string, usage: SkillUsage): Promise<void>;
  addFeedback(name: string, feedback: SkillFeedback): Promise<void>;
  feedback(name: string): Promise<SkillFeedback[]>;
  stats(name: string): Promise<SkillStats>;
}

export function openSkillRecords(files: Files, root: string): SkillRecords {
  const feedback = async (name: string) => {
    const { records } = await readLog(files, storePath(root, inStore.feedback(name)));
    return records.map(readFeedback).filter(({ rating }) => rating >= 1 && rating <= 5);
  };
  return {
    addUsage: (name, usage) => appendLog(files, storePath(root, inStore.usage(name)), usage),
    addFeedback: (name, given) => appendLog(files, storePath(root, inStore.feedback(name)), given),
    feedback,
    async stats(name) {
      const [given, { records }] = await Promise.all([
        feedback(name),
        readLog(files, storePath(root, inStore.usage(name))),
      ]);
      return summarise(
        name,
        given,
        records.map((record) => isoTime(textIn(record, "timestamp"))),
      );
    },
  };
}

function summarise(skillName: string, given: readonly SkillFeedback[], used: readonly string[]): SkillStats {
  const average = given.length === 0 ? 0 : given.reduce((sum, { rating }) => sum + rating, 0) / given.length;
  return {
    skill_name: skillName,
    usage_count: used.length,
    avg_rating: Math.round(average * 100) / 100,
    rating_count: given.length,
    last_used: used.toSorted().at(-1) ?? null,
    needs_attention: given.length >= 2 && average < 3,
  };
}

const readFeedback = (record: JsonObject): SkillFeedback => ({
  id: textIn(record, "id"),
  agent: textIn(record, "agent"),
  rating: Number(record.rating),
  comment: textIn(record, "comment"),
  timestamp: isoTime(textIn(record, "timestamp")),
});

/** Other writers put a space between day and time. */
export const isoTime = (text: string): string => text.replace(/^(\d{4}-\d{2}-\d{2}) /, "$1T").replace(/\+00:00$/, "Z");
