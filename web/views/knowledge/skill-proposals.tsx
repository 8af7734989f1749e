import type { SkillProposal, SkillRow } from "../../../src/surface/http/api-types.js";
import { callTool } from "../../api/request.js";
import { useKeys } from "../../app/use-keys.js";
import { AgentName } from "../../components/agent-name.js";
import { deferRemoval, isPendingRemoval } from "../../components/defer-removal.js";
import { DiffView } from "../../components/diff-view.js";
import { Icon } from "../../components/icon.js";
import { Markdown } from "../../components/markdown.js";
import { Time } from "../../components/time.js";
import { splitSkill } from "./save-entry.js";

interface Props {
  readonly skill: SkillRow;
  readonly folder: string;
  /** Called after a proposal was accepted or rejected. */
  onDone?(): void;
}

/** Changes that agents propose, next to the current text. */
export function SkillProposals({ skill, folder, onDone }: Props) {
  const open = skill.proposals.filter(({ id, status }) => status === "pending" && !isPendingRemoval(id));
  const resolve = (proposal: SkillProposal, status: "accepted" | "rejected") => {
    resolveProposal(skill.name, proposal, status, folder);
    onDone?.();
  };
  const [first] = open;
  useKeys(first ? { v: () => resolve(first, "accepted"), r: () => resolve(first, "rejected") } : {});
  return (
    <>
      {open.map((proposal) => (
        <section key={proposal.id} class="panel proposal">
          <h3>Proposed change</h3>
          <p>{proposal.rationale}</p>
          <p class="meta">
            <AgentName agent={proposal.agent} /> <Time at={proposal.at} />
          </p>
          <div class="side-by-side">
            <div class="panel">
              <h4>Current</h4>
              <Markdown text={splitSkill(skill.content).instructions} />
            </div>
            <div class="panel">
              <h4>Proposed</h4>
              <Markdown text={splitSkill(proposal.content).instructions} />
            </div>
          </div>
          <DiffView before={skill.content} after={proposal.content} label="Proposed changes" />
          <div class="detail-actions">
            <button type="button" class="button primary" title="Key: v" onClick={() => resolve(proposal, "accepted")}>
              <Icon name="check" /> Accept
            </button>
            <button type="button" class="button" title="Key: r" onClick={() => resolve(proposal, "rejected")}>
              Reject
            </button>
          </div>
        </section>
      ))}
    </>
  );
}

const texts = {
  accepted: { text: "Accepting the proposal", done: "Proposal accepted" },
  rejected: { text: "Rejecting the proposal", done: "Proposal rejected" },
} as const;

const resolveProposal = (name: string, { id }: SkillProposal, status: "accepted" | "rejected", folder: string): void =>
  deferRemoval([id], texts[status], async () => {
    await callTool("context_resolve_proposal", { skill_name: name, proposal_id: id, status }, folder);
  });
