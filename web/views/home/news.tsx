import type { ProjectNews } from "../../../src/surface/http/api-types.js";
import { InlineText } from "../../components/inline-text.js";

const maxLines = 4;

/** Decisions and open points of the last week. */
export function NewsCard({ news }: { readonly news: readonly ProjectNews[] }) {
  const lines = (name: "decided" | "open") =>
    news.flatMap(({ project, [name]: texts }) => texts.map((text) => ({ project, text }))).slice(0, maxLines);
  const [decided, open] = [lines("decided"), lines("open")];
  if (decided.length + open.length === 0) return null;
  return (
    <section class="card" aria-labelledby="news-title">
      <header>
        <h2 id="news-title">This week</h2>
      </header>
      <div class="card-body stack">
        <Lines title="Left open" lines={open} />
        <Lines title="Decided" lines={decided} />
      </div>
    </section>
  );
}

interface LinesProps {
  readonly title: string;
  readonly lines: readonly { readonly project: string; readonly text: string }[];
}

function Lines({ title, lines }: LinesProps) {
  if (lines.length === 0) return null;
  return (
    <div>
      <h3 class="news-title">{title}</h3>
      <ul class="stack">
        {lines.map(({ project, text }) => (
          <li key={`${project} ${text}`} class="news">
            <span>
              <InlineText text={text} />
            </span>
            <span class="meta">{project}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
