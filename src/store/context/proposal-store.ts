import type { Files } from "../../engine/files.js";
import { inStore } from "./context-layout.js";
import { asOneOf, asText, asTime, asTimeOrNull, jsonRecord, jsonText, readJsonFile } from "./json-file.js";
import type { LocateFile } from "./skill-records.js";

export const proposalStatuses = ["pending", "accepted", "rejected", "upstream"] as const;
export type ProposalStatus = (typeof proposalStatuses)[number];

const readProposal = jsonRecord({
  id: asText,
  skill_name: asText,
  agent: asText,
  rationale: asText,
  proposed_content: asText,
  diff_summary: asText,
  status: asOneOf(...proposalStatuses),
  created_at: asTime,
  resolved_at: asTimeOrNull,
  resolved_by: asText,
});

export type Proposal = ReturnType<typeof readProposal>;

/** Proposals to change a skill: one JSON file each, so that two people never write the same file. */
export function openProposalStore(files: Files, locate: LocateFile) {
  return {
    /** Oldest first. */
    async list(skill: string): Promise<Proposal[]> {
      const folder = await locate(inStore.proposals(skill));
      const names = (await files.listKind(folder, "file")).filter((name) => name.endsWith(".json"));
      const results = await Promise.all(names.map((name) => readJsonFile(files, `${folder}/${name}`)));
      return results
        .flatMap((result) => (result.kind === "object" ? [readProposal({ ...result.value, skill_name: skill })] : []))
        .sort((a, b) => (a.created_at < b.created_at ? -1 : Number(a.created_at > b.created_at)));
    },
    put: async (proposal: Proposal): Promise<void> =>
      files.write(`${await locate(inStore.proposals(proposal.skill_name))}/${proposal.id}.json`, jsonText(proposal)),
  };
}
