import type { ContextOverview, RuleDetail } from "../../../src/surface/http/api-types.js";
import { get } from "../../api/request.js";
import { useAnswer } from "../../api/use-answer.js";
import { Empty } from "../../components/empty.js";
import { ShowAnswer } from "../../components/show-answer.js";
import "../../styles/conflicts.css";
import "../../styles/knowledge.css";
import { ConflictDetail } from "../conflicts/conflict-detail.js";
import { SkillProposals } from "../knowledge/skill-proposals.js";
import { MemoryDetailPane } from "../memories/memory-detail.js";
import { RuleDecisions } from "../memories/rule-decisions.js";
import { EntryReviewPane } from "./entry-review.js";

interface Props {
  readonly kind: string;
  readonly id: string;
  readonly folder: string;
  onDone(): void;
}

const noFilters = { state: "", project: "", outcome: "", tag: "" };

/** The item with its own actions, as its view shows it. */
export function InboxDetail({ kind, id, folder, onDone }: Props) {
  if (kind === "conflict") return <ConflictDetail file={id} folder={folder} onDone={onDone} />;
  if (kind === "outdated" || kind === "secret")
    return <EntryReviewPane kind={kind} id={id} folder={folder} onDone={onDone} />;
  if (kind === "proposal") return <ProposalDetail name={id} folder={folder} onDone={onDone} />;
  if (kind === "guard" && folder !== "") return <ConventionGuards id={id} folder={folder} onDone={onDone} />;
  return <MemoryDetailPane id={id} filters={noFilters} onDone={onDone} />;
}

/** A line of a convention: its guards hold on this machine once they are accepted. */
function ConventionGuards({ id, folder, onDone }: Omit<Props, "kind">) {
  const answer = useAnswer(
    (stop) => get<RuleDetail>(`/api/rules/${encodeURIComponent(id)}`, { folder }, stop),
    [id, folder],
  );
  return (
    <ShowAnswer answer={answer}>
      {(rule) => (
        <article class="detail">
          <h2>{rule.content}</h2>
          <p class="meta">{rule.source}</p>
          <RuleDecisions memory={{ id, guards: rule.guards, offeredIn: [] }} folder={folder} onDone={onDone} />
        </article>
      )}
    </ShowAnswer>
  );
}

function ProposalDetail({ name, folder, onDone }: Omit<Props, "kind" | "id"> & { readonly name: string }) {
  const answer = useAnswer((stop) => get<ContextOverview>("/api/context", { folder }, stop), [folder]);
  return (
    <ShowAnswer answer={answer}>
      {({ skills }) => {
        const skill = skills.find((candidate) => candidate.name === name);
        return skill ? (
          <article class="detail wide">
            <h2>{name}</h2>
            <SkillProposals skill={skill} folder={folder} onDone={onDone} />
          </article>
        ) : (
          <Empty title="Skill not found" icon="knowledge" />
        );
      }}
    </ShowAnswer>
  );
}
