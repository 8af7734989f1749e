import { Badge } from "../components/badge.js";
import { Markdown } from "../components/markdown.js";

const parts = ["context", "decision", "consequences"] as const;

/** A decision with its context and consequences. */
export const DecisionCard = ({ decision }: { readonly decision: Readonly<Record<string, unknown>> }) => (
  <article class="stack">
    <div class="row wrap">
      <h2>{textOf(decision.title)}</h2>
      <Badge tone={decision.status === "accepted" ? "good" : "plain"}>{textOf(decision.status)}</Badge>
    </div>
    <p class="meta">{[decision.date, decision.author].map(textOf).filter(Boolean).join(" · ")}</p>
    {parts
      .filter((name) => textOf(decision[name]) !== "")
      .map((name) => (
        <section key={name} class="stack">
          <h3>{name.charAt(0).toUpperCase() + name.slice(1)}</h3>
          <Markdown text={textOf(decision[name])} />
        </section>
      ))}
  </article>
);

const textOf = (value: unknown): string => (value === undefined || value === null ? "" : String(value));
