import { callTool } from "../../api/request.js";
import { useAnswer } from "../../api/use-answer.js";
import { go, linkTo } from "../../app/router.js";
import type { ViewProps } from "../../app/views.js";
import { CommandLine } from "../../components/copy-button.js";
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

/** Projects of several repositories: their runs, cost and recurring patterns. */
export function ProjectsView({ route }: ViewProps) {
  const tab = tabs.find(({ id }) => id === route.parts[1])?.id ?? "runs";
  const selected = route.parts[2] ?? "";
  const requestedName = route.query.get("project") ?? "";
  const projects = useAnswer(() => callTool<Projects>("list_projects"), []).value?.projects;
  const current =
    projects?.find(({ name }) => name === requestedName) ?? projects?.find(({ active }) => active) ?? projects?.[0];
  const project = current?.name ?? "";
  return (
    <div class="fill">
      <ViewHeader title="Projects" about={current?.description || "Groups of repositories and the runs in them."}>
        {projects && projects.length > 0 && (
          <Select
            label="Project"
            value={project}
            options={projects.map(({ name }) => ({ value: name, label: name }))}
            onChange={(next) => go(["projects", tab], { project: next })}
          />
        )}
      </ViewHeader>
      <Tabs
        label="Sections"
        current={tab}
        tabs={tabs.map((entry) => ({ ...entry, href: linkTo(["projects", entry.id], { project }) }))}
      />
      {tab === "patterns" && <PatternList />}
      {tab !== "patterns" && projects?.length === 0 && <NoProjects />}
      {tab === "repositories" && project && <RepositoryList key={project} project={project} />}
      {tab === "runs" && project && (
        <SplitView
          list={<RunList project={project} selected={selected} />}
          selected={selected}
          hint={<RunCharts project={project} />}
          detail={selected ? <RunDetail key={selected} id={selected} /> : undefined}
          onClose={() => go(["projects", "runs"], { project })}
        />
      )}
    </div>
  );
}

const NoProjects = () => (
  <Empty title="No project yet" icon="projects">
    <p>A project groups repositories, so that an agent in one can ask about the others and work in them.</p>
    <CommandLine command={"throughline project create storefront"} />
    <CommandLine command={"throughline repo add payments ~/code/payments"} />
  </Empty>
);
