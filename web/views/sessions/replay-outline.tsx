import { useRef } from "preact/hooks";
import type { OutlineRow } from "../../../src/surface/http/api-types.js";
import { replaceFragment } from "../../app/router.js";
import { Badge } from "../../components/badge.js";
import { InlineText } from "../../components/inline-text.js";
import { formatCount } from "../../components/numbers.js";
import { VirtualList } from "../../components/virtual-list.js";

interface Props {
  readonly rows: readonly OutlineRow[];
  /** The turn at the top of the window, from 0. */
  readonly current: number;
  /** Turns that match the search in the session. */
  readonly matches: ReadonlySet<number>;
  link(turn: number): string;
}

const rowHeight = 46;

/** Every turn with its failures and edits. `j` and `k` move through it, and the turns follow. */
export function ReplayOutline({ rows, current, matches, link }: Props) {
  const box = useRef<HTMLElement>(null);
  const follow = (target: EventTarget | null) => {
    const href =
      target instanceof Element && target.matches("a[data-row]:focus-visible") && target.getAttribute("href");
    if (href) replaceFragment(href);
  };
  return (
    <nav ref={box} class="outline" aria-label="Outline" onFocusIn={(event) => follow(event.target)}>
      <VirtualList
        label="Turns of the session"
        total={rows.length}
        rowHeight={rowHeight}
        rowId={(index) => String(index)}
        row={(index) => {
          const row = rows[index];
          return (
            row && <Row row={row} href={link(row.turn)} isCurrent={index === current} isMatch={matches.has(row.turn)} />
          );
        }}
      />
    </nav>
  );
}

interface RowProps {
  readonly row: OutlineRow;
  readonly href: string;
  readonly isCurrent: boolean;
  readonly isMatch: boolean;
}

const Row = ({ row: { turn, prompt, failures, edits }, href, isCurrent, isMatch }: RowProps) => (
  <a class="outline-row" href={href} data-row aria-current={isCurrent ? "true" : undefined}>
    <span class="outline-number">{turn}</span>
    <span class="outline-prompt">
      <InlineText text={prompt || "(no prompt)"} />
    </span>
    {isMatch && <Badge tone="accent">match</Badge>}
    {failures > 0 && (
      <Badge tone="bad">
        {failures}
        <span class="visually-hidden"> {formatCount(failures, "failure").replace(/^\S+ /, "")}</span>
      </Badge>
    )}
    {edits > 0 && (
      <Badge>
        ±{edits}
        <span class="visually-hidden"> {formatCount(edits, "edit").replace(/^\S+ /, "")}</span>
      </Badge>
    )}
  </a>
);
