import type { ComponentChildren } from "preact";
import type { ContextOverview } from "../../../src/surface/http/api-types.js";
import { get } from "../../api/request.js";
import { type Answer, useAnswer } from "../../api/use-answer.js";
import { entryLink } from "../../app/links.js";
import { go, linkTo } from "../../app/router.js";
import type { ViewProps } from "../../app/views.js";
import { NoRepositories, ProjectPicker, useSelectedRepository } from "../../components/project-picker.js";
import { ShowAnswer } from "../../components/show-answer.js";
import { Skeleton } from "../../components/skeleton.js";
import { SplitView } from "../../components/split-view.js";
import { Tabs } from "../../components/tabs.js";
import { useFirstSelected } from "../../components/use-first-selected.js";
import { ViewHeader } from "../../components/view-header.js";
import "../../styles/knowledge.css";
import { DecisionDetail } from "./decision-detail.js";
import { DecisionGraph } from "./decision-graph.js";
import { EntryDetail } from "./entry-detail.js";
import { EntryList } from "./entry-list.js";
import { entryTypes, type Kind, kinds, readKind } from "./kinds.js";
import { NewEntry } from "./new-entry.js";
import { SkillDetail } from "./skill-detail.js";

/** The shared files of a repository: knowledge, conventions, decisions and skills. */
export function KnowledgeView({ route }: ViewProps) {
  const kind = readKind(route.parts[1]);
  const key = route.parts[2] ?? "";
  const selected = useSelectedRepository(route.query.get("folder") ?? "", ({ hasStore }) => hasStore);
  const folder = selected.current?.folder ?? "";
  const answer = useAnswer<ContextOverview | undefined>(
    async (stop) => (folder ? get<ContextOverview>("/api/context", { folder }, stop) : undefined),
    [folder],
  );
  const overview = answer.value?.folder === folder ? answer.value : undefined;
  const isEntryKind = kind === "knowledge" || kind === "conventions";
  const first =
    overview && (isEntryKind ? overview[kind][0]?.key : kind === "skills" ? overview.skills[0]?.name : undefined);
  useFirstSelected(key !== "", first && entryLink(entryTypes[kind], first, folder));
  return (
    <div class="fill">
      <ViewHeader title="Knowledge" about="What the team wrote down, stored in the repository.">
        <ProjectPicker selected={selected} onChoose={(next) => go(["knowledge", kind], { folder: next })} />
        {!selected.isNone && <NewEntry kind={kind} folder={folder} />}
      </ViewHeader>
      {selected.isNone ? (
        <NoRepositories />
      ) : (
        <>
          <Tabs label="Kinds" current={kind} tabs={tabsOf(overview, folder)} />
          <SplitView
            list={
              <ShowAnswer
                answer={
                  {
                    ...answer,
                    value: overview,
                    error: answer.error ?? selected.repositories.error,
                  } as Answer<ContextOverview>
                }
                rows={6}
              >
                {(context) => <EntryList context={context} kind={kind} selected={key} />}
              </ShowAnswer>
            }
            selected={`${kind}/${key}`}
            hint={
              kind === "decisions" && overview && overview.links.length > 0 ? (
                <Graph context={overview} />
              ) : (
                "Select an entry to read it."
              )
            }
            detail={key === "" ? undefined : overview ? detailOf(overview, kind, key) : <Skeleton rows={6} />}
            onClose={() => go(["knowledge", kind], { folder })}
          />
        </>
      )}
    </div>
  );
}

const Graph = ({ context }: { readonly context: ContextOverview }) => (
  <div class="detail">
    <DecisionGraph context={context} />
  </div>
);

const tabsOf = (context: ContextOverview | undefined, folder: string) =>
  kinds.map((id) => ({
    id,
    title: `${id.charAt(0).toUpperCase()}${id.slice(1)}`,
    count: context?.[id].length,
    href: linkTo(["knowledge", id], { folder }),
  }));

function detailOf(context: ContextOverview, kind: Kind, key: string): ComponentChildren {
  const id = `${context.folder} ${kind} ${key}`;
  if (kind === "decisions") return <DecisionDetail key={id} context={context} id={key} />;
  if (kind === "skills") return <SkillDetail key={id} context={context} name={key} />;
  return <EntryDetail key={id} context={context} kind={kind} entryKey={key} />;
}
