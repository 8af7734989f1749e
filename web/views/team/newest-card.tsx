import { InlineText } from "../../components/inline-text.js";
import { Time } from "../../components/time.js";

interface Row {
  readonly id: string;
  readonly title: string;
  readonly project: string;
  readonly at: string;
  readonly href: string;
}

interface Props {
  readonly title: string;
  /** The view with all of them. */
  readonly all: string;
  readonly rows: readonly Row[];
}

/** The newest records of a kind. */
export const NewestCard = ({ title, all, rows }: Props) => (
  <section class="card" aria-label={title}>
    <header>
      <h2>{title}</h2>
      <a href={all}>All</a>
    </header>
    {rows.length === 0 && <p class="card-body quiet">None yet.</p>}
    <ul class="rows">
      {rows.map(({ id, title: text, project, at, href }) => (
        <li key={id}>
          <a class="card-row" href={href}>
            <span class="card-row-text">
              <span>
                <InlineText text={text} />
              </span>
              <span class="meta">
                {project} · <Time at={at} />
              </span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  </section>
);
