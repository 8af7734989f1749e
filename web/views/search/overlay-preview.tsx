import { service } from "../../app/team.js";
import { InlineText } from "../../components/inline-text.js";
import { Markdown } from "../../components/markdown.js";
import { Time } from "../../components/time.js";
import { explainInWords } from "./describe-explanation.js";
import type { Choice } from "./search-overlay.js";

interface Props {
  readonly choice: Choice | undefined;
  readonly query: string;
}

/** The selected result: why it was found, and its text. */
export function OverlayPreview({ choice, query }: Props) {
  if (choice?.kind !== "hit") return <Tips />;
  const { hit, others } = choice.group;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section class="overlay-preview" aria-label="Preview" tabIndex={0}>
      <h2 class="visually-hidden">Preview</h2>
      <h3>
        <InlineText text={hit.title || hit.id} />
      </h3>
      {hit.why && <p class="overlay-why">{explainInWords({ why: hit.why, confidence: hit.confidence, query })}</p>}
      {hit.preview && <Markdown text={withoutTitle(hit.preview.body)} />}
      {hit.preview?.reply && (
        <>
          <h4>Answer</h4>
          <Markdown text={hit.preview.reply} />
        </>
      )}
      {others.length > 0 && (
        <p class="meta">
          Also on{" "}
          {others.map(({ id, at }, i) => (
            <span key={id}>
              {i > 0 && ", "}
              <Time at={at} />
            </span>
          ))}
        </p>
      )}
    </section>
  );
}

/** The title is shown above the text. */
const withoutTitle = (text: string): string => text.replace(/^# .*\n/, "");

const Tips = () => (
  <section class="overlay-preview quiet" aria-label="Search tips">
    <ul class="search-tips">
      <li>
        <code>kind:memory</code> {service ? "memories or fixes" : "sessions, memories, fixes, decisions, code …"}
      </li>
      {!service && (
        <li>
          <code>agent:codex</code> one agent
        </li>
      )}
      <li>
        <code>file:pay.ts</code> what agents know about a file
      </li>
      <li>
        <code>project:shop</code> one project
      </li>
      <li>
        <code>"connection pool"</code> an exact phrase
      </li>
    </ul>
  </section>
);
