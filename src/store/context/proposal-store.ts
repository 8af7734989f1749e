import type { JsonObject } from "../../base/json.js";
import type { Files } from "../../engine/files.js";
import { inStore } from "./context-layout.js";
import { jsonText, readJsonFile, textIn } from "./json-file.js";
import { isoTime, type LocateFile } from "./skill-records.js";

export const proposalStatuses = ["pending", "accepted", "rejected", "upstream"] as const;
export type ProposalStatus = (typeof proposalStatuses)[number];

export interface Proposal {
  readonly id: string;
  readonly skill_name: string;
  readonly agent: string;
  readonly rationale: string;
  readonly proposed_content: string;
  readonly diff_summary: string;
  readonly status: ProposalStatus;
  readonly created_at: string;
  readonly resolved_at: string | null;
  readonly resolved_by: string;
}

/** Proposals to change a skill: one JSON file each, so that two people never write the same file. */
export function openProposalStore(files: Files, locate: LocateFile) {
  return {
    /** Oldest first. */
    async list(skill: string): Promise<Proposal[]> {
      const folder = await locate(inStore.proposals(skill));
      const names = (await files.listKind(folder, "file")).filter((name) => name.endsWith(".json"));
      const results = await Promise.all(names.map((name) => readJsonFile(files, `${folder}/${name}`)));
      return results
        .flatMap((result) => (result.kind === "object" ? [readProposal(result.value, skill)] : []))
        .sort((a, b) => (a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : 0));
    },
    put: async (proposal: Proposal): Promise<void> =>
      files.write(`${await locate(inStore.proposals(proposal.skill_name))}/${proposal.id}.json`, jsonText(proposal)),
  };
}

const readProposal = (record: JsonObject, skill: string): Proposal => ({
  id: textIn(record, "id"),
  skill_name: skill,
  agent: textIn(record, "agent"),
  rationale: textIn(record, "rationale"),
  proposed_content: textIn(record, "proposed_content"),
  diff_summary: textIn(record, "diff_summary"),
  status: proposalStatuses.find((candidate) => candidate === record.status) ?? "pending",
  created_at: isoTime(textIn(record, "created_at")),
  resolved_at: record.resolved_at ? isoTime(textIn(record, "resolved_at")) : null,
  resolved_by: textIn(record, "resolved_by"),
});
