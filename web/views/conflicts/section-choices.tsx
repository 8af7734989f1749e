import { DiffView } from "../../components/diff-view.js";
import { keepBoth, type ThreeWaySection } from "./sections.js";

interface ChoicesProps {
  readonly sections: readonly ThreeWaySection[];
  /** The text of each section; undefined while a choice is missing. */
  readonly choices: readonly (string | undefined)[];
  onChoose(index: number, text: string): void;
}

/** The sections that need a person's choice. */
export const SectionChoices = ({ sections, choices, onChoose }: ChoicesProps) => (
  <>
    {sections.map((section, index) =>
      section.resolution === undefined ? (
        <SectionChoice
          key={section.heading}
          section={section}
          selected={choices[index]}
          onChoose={(text) => onChoose(index, text)}
        />
      ) : null,
    )}
  </>
);

interface Props {
  readonly section: ThreeWaySection;
  readonly selected: string | undefined;
  onChoose(text: string): void;
}

/** One section that both sides changed: both versions and the choice between them. */
function SectionChoice({ section, selected, onChoose }: Props) {
  const { heading, base = "", ours = "", theirs = "" } = section;
  const name = heading.replace(/^#+ /, "") || "the introduction";
  const both = keepBoth(heading, ours, theirs);
  const side = (title: string, text: string, key: string) => (
    <div class={selected === text ? "panel version-side chosen" : "panel version-side"}>
      <h4>{title}</h4>
      {base === text ? (
        <p class="quiet">Unchanged.</p>
      ) : (
        <DiffView before={base} after={text} label={`${title}, ${name}`} />
      )}
      <button
        type="button"
        class="button"
        title={`Key: ${key}`}
        aria-pressed={selected === text}
        onClick={() => onChoose(text)}
      >
        Use {title.toLowerCase()}
        <span class="visually-hidden"> for {name}</span>
      </button>
    </div>
  );
  return (
    <section class="conflict-section">
      <h3>{name}</h3>
      <details>
        <summary>Common ancestor</summary>
        <pre class="output">{base || "(not in the common ancestor)"}</pre>
      </details>
      <div class="side-by-side">
        {side("Yours", ours, "1")}
        {side("Theirs", theirs, "2")}
      </div>
      <div class="detail-actions">
        <button
          type="button"
          class="button"
          title="Key: 3"
          aria-pressed={selected === both}
          onClick={() => onChoose(both)}
        >
          Keep both<span class="visually-hidden"> for {name}</span>
        </button>
        <button type="button" class="button" aria-pressed={selected === base} onClick={() => onChoose(base)}>
          Restore the ancestor<span class="visually-hidden"> for {name}</span>
        </button>
      </div>
    </section>
  );
}
