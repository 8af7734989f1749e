import type { ContextRepository } from "../../src/surface/http/api-types.js";
import { get } from "../api/request.js";
import { type Answer, useAnswer } from "../api/use-answer.js";
import { welcome } from "../app/welcome.js";
import { CommandLine } from "./copy-button.js";
import { Empty } from "./empty.js";
import { Select } from "./field.js";

export interface SelectedRepository {
  readonly repositories: Answer<readonly ContextRepository[]>;
  /** The one named in the URL, else the preferred one; undefined while loading. */
  readonly current: ContextRepository | undefined;
  /** Loaded, and there is none. */
  readonly isNone: boolean;
}

/** The repository whose shared files are shown. `prefer` selects the default when the URL names none. */
export function useSelectedRepository(
  requestedFolder: string,
  prefer: (repository: ContextRepository) => boolean,
): SelectedRepository {
  const repositories = useAnswer(
    async (stop) =>
      (await get<{ repositories: readonly ContextRepository[] }>("/api/context/repositories", {}, stop)).repositories,
    [],
  );
  const all = repositories.value ?? [];
  const here = all.find(({ folder }) => folder === welcome.value?.folder);
  const best = here && prefer(here) ? here : (all.find(prefer) ?? here ?? all[0]);
  return {
    repositories,
    current: all.find(({ folder }) => folder === requestedFolder) ?? best,
    isNone: repositories.value?.length === 0,
  };
}

interface Props {
  readonly selected: SelectedRepository;
  onChoose(folder: string): void;
}

export function ProjectPicker({ selected: { repositories, current }, onChoose }: Props) {
  const all = repositories.value ?? [];
  if (repositories.value?.length === 0) return null;
  const isAmbiguous = (name: string) => all.filter((repository) => repository.name === name).length > 1;
  return (
    <Select
      label="Project"
      value={current?.folder ?? ""}
      options={all.map(({ folder, name }) => ({
        value: folder,
        label: isAmbiguous(name) ? `${name} (${folder})` : name,
      }))}
      onChange={onChoose}
    />
  );
}

export const NoRepositories = () => (
  <Empty title="No repository yet" icon="projects">
    <p>
      Repositories appear here once agents have worked in them. To start by hand, run this in a repository. It creates
      the folder that the team shares.
    </p>
    <CommandLine command={"throughline init"} />
  </Empty>
);
