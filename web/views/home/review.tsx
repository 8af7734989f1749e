import { useRef } from "preact/hooks";
import type { ReviewItem } from "../../../src/surface/http/api-types.js";
import { reviewLink } from "../../app/links.js";
import { Icon, type IconName } from "../../components/icon.js";
import { formatCount } from "../../components/numbers.js";
import { useStableFocus } from "../../components/use-stable-focus.js";

interface Kind {
  readonly icon: IconName;
  readonly singular: string;
  readonly pluralForm: string;
}

const kinds: Readonly<Record<ReviewItem["kind"], Kind>> = {
  memory: { icon: "memory", singular: "memory to verify", pluralForm: "memories to verify" },
  proposal: { icon: "knowledge", singular: "skill proposal", pluralForm: "skill proposals" },
  conflict: { icon: "conflict", singular: "file in conflict", pluralForm: "files in conflict" },
};

/** What needs a person's decision. */
export function ReviewCard({ items }: { readonly items: readonly ReviewItem[] }) {
  const box = useRef<HTMLElement>(null);
  useStableFocus(box);
  return (
    <section ref={box} class="card" aria-labelledby="review-title">
      <header>
        <h2 id="review-title">To review</h2>
      </header>
      {items.length === 0 && <p class="card-body quiet">Nothing to review.</p>}
      <ul class="rows">
        {items.map((item) => {
          const { icon, singular, pluralForm } = kinds[item.kind];
          return (
            <li key={`${item.kind} ${item.folder}`}>
              <a class="card-row" href={reviewLink(item)}>
                <Icon name={icon} />
                <span class="card-row-text">
                  <span>{formatCount(item.count, singular, pluralForm)}</span>
                  <span class="meta">{[item.project, item.title.split("/").at(-1)].filter(Boolean).join(" · ")}</span>
                </span>
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
