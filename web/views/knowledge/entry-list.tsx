import type { ContextOverview, DecisionRow, EntryRow, SkillRow } from "../../../src/surface/http/api-types.js";
import { entryLink } from "../../app/links.js";
import { Badge, type Tone } from "../../components/badge.js";
import { InlineText } from "../../components/inline-text.js";
import { RowList } from "../../components/row-list.js";
import { Time } from "../../components/time.js";
import { entryTypes, type Kind } from "./kinds.js";
import { NoEntries } from "./no-entries.js";

interface Props {
  readonly context: ContextOverview;
  readonly kind: Kind;
  readonly selected: string;
}

export function EntryList({ context, kind, selected }: Props) {
  const rows = rowsOf(context, kind).map((row) => ({
    ...row,
    href: entryLink(entryTypes[kind], row.id, context.folder),
  }));
  return rows.length === 0 ? <NoEntries kind={kind} /> : <RowList label={kind} rows={rows} selected={selected} />;
}

function rowsOf({ knowledge, conventions, decisions, skills }: ContextOverview, kind: Kind) {
  if (kind === "knowledge") return knowledge.map(entryRow);
  if (kind === "conventions") return conventions.map(entryRow);
  return kind === "decisions" ? decisions.toReversed().map(decisionRow) : skills.map(skillRow);
}

export const ScopeBadge = ({ scope }: { readonly scope: string }) =>
  scope === "public" ? null : <Badge tone="warning">{scope}</Badge>;

const entryRow = ({ key, scope, about, author, updatedAt }: EntryRow) => ({
  id: key,
  title: key,
  mark: <ScopeBadge scope={scope} />,
  about: (
    <>
      <span>
        <InlineText text={about} />
      </span>
      {author && <span class="row-fixed">{author}</span>}
      {updatedAt && <Time at={updatedAt} />}
    </>
  ),
});

export const statusTones: Readonly<Record<string, Tone>> = {
  accepted: "good",
  proposed: "accent",
  deprecated: "warning",
  superseded: "plain",
};

const decisionRow = ({ id, title, status, date, author, scope }: DecisionRow) => ({
  id: String(id),
  title: `${String(id).padStart(4, "0")}  ${title}`,
  mark: (
    <>
      <ScopeBadge scope={scope} />
      <Badge tone={statusTones[status] ?? "plain"}>{status}</Badge>
    </>
  ),
  about: (
    <>
      <span>{date}</span>
      <span>{author}</span>
    </>
  ),
});

const skillRow = ({ name, description, scope, average, ratings, needsAttention, proposals }: SkillRow) => ({
  id: name,
  title: name,
  mark: (
    <>
      <ScopeBadge scope={scope} />
      {proposals.some(({ status }) => status === "pending") && <Badge tone="accent">proposal</Badge>}
      {needsAttention && <Badge tone="warning">needs attention</Badge>}
    </>
  ),
  about: (
    <>
      {ratings.length > 0 && <span>★ {average.toFixed(1)}</span>}
      <span>{description}</span>
    </>
  ),
});
