import type { ContextPlace } from "../../src/surface/http/api-types.js";
import { get } from "../api/ask.js";
import { type Answer, useAnswer } from "../api/use-answer.js";
import { welcome } from "../app/welcome.js";
import { Empty } from "./empty.js";
import { Select } from "./field.js";

export interface ChosenPlace {
  readonly places: Answer<readonly ContextPlace[]>;
  /** The one that the address names, else the best there is; undefined while it is not known. */
  readonly current: ContextPlace | undefined;
  /** Whether it is known that there is none. */
  readonly isNone: boolean;
}

/** The project whose shared files are shown. `prefer` says which one to begin with when the address names none. */
export function useChosenPlace(named: string, prefer: (place: ContextPlace) => boolean): ChosenPlace {
  const places = useAnswer(
    async (stop) => (await get<{ places: readonly ContextPlace[] }>("/api/context/places", {}, stop)).places,
    [],
  );
  const all = places.value ?? [];
  const here = all.find(({ folder }) => folder === welcome.value?.folder);
  const best = here && prefer(here) ? here : (all.find(prefer) ?? here ?? all[0]);
  return { places, current: all.find(({ folder }) => folder === named) ?? best, isNone: places.value?.length === 0 };
}

interface Props {
  readonly chosen: ChosenPlace;
  onChoose(folder: string): void;
}

export function ProjectPicker({ chosen: { places, current }, onChoose }: Props) {
  const all = places.value ?? [];
  if (places.value?.length === 0) return null;
  const isTwice = (name: string) => all.filter((one) => one.name === name).length > 1;
  return (
    <Select
      label="Project"
      value={current?.folder ?? ""}
      options={all.map(({ folder, name }) => ({ value: folder, label: isTwice(name) ? `${name} (${folder})` : name }))}
      onChange={onChoose}
    />
  );
}

export const NoPlaces = () => (
  <Empty title="No repository yet" icon="projects">
    <p>
      Repositories appear here once agents have worked in them. Or begin by hand: in a repository, this makes the place
      that a team shares.
    </p>
    <pre class="code-line">
      <code>throughline init</code>
    </pre>
  </Empty>
);
