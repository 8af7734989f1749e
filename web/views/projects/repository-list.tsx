import { callTool } from "../../api/request.js";
import { useAnswer } from "../../api/use-answer.js";
import { Badge } from "../../components/badge.js";
import { CommandLine } from "../../components/copy-button.js";
import { Empty } from "../../components/empty.js";
import { formatCount } from "../../components/numbers.js";
import { ShowAnswer } from "../../components/show-answer.js";

interface Info {
  readonly repos: readonly {
    readonly name: string;
    readonly path: string;
    readonly description: string | null;
    readonly valid: boolean;
    readonly error?: string;
    readonly stats?: { readonly files: number; readonly languages: readonly unknown[] };
  }[];
}

export function RepositoryList({ project }: { readonly project: string }) {
  const answer = useAnswer(() => callTool<Info>("get_project_info", { project }), [project]);
  return (
    <div class="view-body">
      <ShowAnswer answer={answer}>
        {({ repos }) =>
          repos.length === 0 ? (
            <Empty title="No repository yet" icon="projects">
              <CommandLine command={"throughline repo add NAME PATH"} />
            </Empty>
          ) : (
            <ul class="side-by-side">
              {repos.map(({ name, path, description, valid, error, stats }) => (
                <li key={name} class="panel">
                  <h2 class="row">
                    {name} {valid ? <Badge tone="good">ok</Badge> : <Badge tone="bad">not found</Badge>}
                  </h2>
                  <p>{description}</p>
                  <p class="meta path">{path}</p>
                  {error && <p class="problem-text">{error}</p>}
                  {stats && (
                    <p class="meta">
                      {formatCount(stats.files, "file")} · {stats.languages.slice(0, 4).map(nameOf).join(", ")}
                    </p>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </ShowAnswer>
    </div>
  );
}

const nameOf = (language: unknown): string =>
  typeof language === "object" && language !== null && "name" in language ? String(language.name) : String(language);
