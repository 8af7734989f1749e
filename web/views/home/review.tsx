import { useRef } from "preact/hooks";
import type { ReviewItem } from "../../../src/surface/http/api-types.js";
import { reviewLink } from "../../app/links.js";
import { Icon, type IconName } from "../../components/icon.js";
import { counted } from "../../components/numbers.js";
import { useStableFocus } from "../../components/use-stable-focus.js";

interface Kind {
  readonly icon: IconName;
  readonly one: string;
  readonly many: string;
}

const kinds: Readonly<Record<ReviewItem["kind"], Kind>> = {
  memory: { icon: "memory", one: "memory to verify", many: "memories to verify" },
  proposal: { icon: "knowledge", one: "skill proposal", many: "skill proposals" },
  conflict: { icon: "conflict", one: "file in conflict", many: "files in conflict" },
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
          const { icon, one, many } = kinds[item.kind];
          return (
            <li key={`${item.kind} ${item.folder}`}>
              <a class="card-row" href={reviewLink(item)}>
                <Icon name={icon} />
                <span class="card-row-text">
                  <span>{counted(item.count, one, many)}</span>
                  <span class="meta">{[item.project, item.title].filter(Boolean).join(" · ")}</span>
                </span>
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
