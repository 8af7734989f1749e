import { DiffView } from "../../components/diff-view.js";
import type { ThreeWaySection } from "./sections.js";

interface ChoicesProps {
  readonly sections: readonly ThreeWaySection[];
  /** What each section becomes; undefined while nobody has chosen. */
  readonly choices: readonly (string | undefined)[];
  onChoose(at: number, text: string): void;
}

/** The sections that nobody but a person can settle. */
export const SectionChoices = ({ sections, choices, onChoose }: ChoicesProps) => (
  <>
    {sections.map((section, at) =>
      section.settled === undefined ? (
        <SectionChoice
          key={section.heading}
          section={section}
          chosen={choices[at]}
          onChoose={(text) => onChoose(at, text)}
        />
      ) : null,
    )}
  </>
);

interface Props {
  readonly section: ThreeWaySection;
  readonly chosen: string | undefined;
  onChoose(text: string): void;
}

/** One section that both sides changed: what each made of it, and the choice between them. */
function SectionChoice({ section, chosen, onChoose }: Props) {
  const { heading, base = "", ours = "", theirs = "" } = section;
  const name = heading.replace(/^#+ /, "") || "the beginning";
  const both = ours.endsWith("\n") || ours === "" ? ours + theirs : `${ours}\n${theirs}`;
  const side = (title: string, text: string) => (
    <div class={chosen === text ? "panel version-side chosen" : "panel version-side"}>
      <h4>{title}</h4>
      {base === text ? (
        <p class="quiet">Unchanged.</p>
      ) : (
        <DiffView before={base} after={text} label={`${title}, ${name}`} />
      )}
      <button type="button" class="button" aria-pressed={chosen === text} onClick={() => onChoose(text)}>
        Take {title.toLowerCase()}
        <span class="visually-hidden"> for {name}</span>
      </button>
    </div>
  );
  return (
    <section class="conflict-section">
      <h3>{name}</h3>
      <details>
        <summary>Before both</summary>
        <pre class="output">{base || "(it was not there)"}</pre>
      </details>
      <div class="side-by-side">
        {side("Yours", ours)}
        {side("Theirs", theirs)}
      </div>
      <div class="detail-actions">
        <button type="button" class="button" aria-pressed={chosen === both} onClick={() => onChoose(both)}>
          Keep both<span class="visually-hidden"> for {name}</span>
        </button>
        <button type="button" class="button" aria-pressed={chosen === base} onClick={() => onChoose(base)}>
          Back to before<span class="visually-hidden"> for {name}</span>
        </button>
      </div>
    </section>
  );
}
