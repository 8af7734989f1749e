import { callTool } from "../../api/ask.js";
import { useAnswer } from "../../api/use-answer.js";
import { go, linkTo } from "../../app/router.js";
import type { ViewProps } from "../../app/views.js";
import { Empty } from "../../components/empty.js";
import { Select } from "../../components/field.js";
import { SplitView } from "../../components/split-view.js";
import { Tabs } from "../../components/tabs.js";
import { ViewHeader } from "../../components/view-header.js";
import "../../styles/projects.css";
import { PatternList } from "./pattern-list.js";
import { RepositoryList } from "./repository-list.js";
import { RunCharts } from "./run-charts.js";
import { RunDetail } from "./run-detail.js";
import { RunList } from "./run-list.js";

interface Projects {
  readonly projects: readonly {
    readonly name: string;
    readonly description: string | null;
    readonly active: boolean;
  }[];
}

const tabs = [
  { id: "runs", title: "Runs" },
  { id: "repositories", title: "Repositories" },
  { id: "patterns", title: "Patterns" },
];

/** Projects of several repositories: what runs in them, what it costs, and what recurs. */
export function ProjectsView({ place }: ViewProps) {
  const tab = tabs.find(({ id }) => id === place.parts[1])?.id ?? "runs";
  const chosen = place.parts[2] ?? "";
  const named = place.query.get("project") ?? "";
  const all = useAnswer(() => callTool<Projects>("list_projects"), []).value?.projects;
  const current = all?.find(({ name }) => name === named) ?? all?.find(({ active }) => active) ?? all?.[0];
  const project = current?.name ?? "";
  return (
    <div class="fill">
      <ViewHeader
        title="Projects"
        about={current?.description || "Repositories that belong together, and what runs in them."}
      >
        {all && all.length > 0 && (
          <Select
            label="Project"
            value={project}
            options={all.map(({ name }) => ({ value: name, label: name }))}
            onChange={(next) => go(["projects", tab], { project: next })}
          />
        )}
      </ViewHeader>
      <Tabs
        label="Parts"
        current={tab}
        tabs={tabs.map((one) => ({ ...one, href: linkTo(["projects", one.id], { project }) }))}
      />
      {tab === "patterns" && <PatternList />}
      {tab !== "patterns" && all?.length === 0 && <NoProjects />}
      {tab === "repositories" && project && <RepositoryList key={project} project={project} />}
      {tab === "runs" && project && (
        <SplitView
          list={<RunList project={project} chosen={chosen} />}
          chosen={chosen}
          hint={<RunCharts project={project} />}
          detail={chosen ? <RunDetail key={chosen} id={chosen} /> : undefined}
          onClose={() => go(["projects", "runs"], { project })}
        />
      )}
    </div>
  );
}

const NoProjects = () => (
  <Empty title="No project yet" icon="projects">
    <p>A project ties repositories together, so that an agent in one can ask about, and work in, the others.</p>
    <pre class="code-line">
      <code>throughline project create storefront</code>
    </pre>
    <pre class="code-line">
      <code>throughline repo add payments ~/code/payments</code>
    </pre>
  </Empty>
);
