import { tidySnippet } from "../../../src/base/text/tidy-snippet.js";
import { AgentName } from "../../components/agent-name.js";
import { Badge } from "../../components/badge.js";
import { Highlighted } from "../../components/highlighted.js";
import { Icon } from "../../components/icon.js";
import { InlineText } from "../../components/inline-text.js";
import { Time } from "../../components/time.js";
import { nameOfKind } from "./kinds.js";
import type { Choice } from "./search-overlay.js";

interface Props {
  readonly id: string;
  readonly choice: Choice;
  readonly isSelected: boolean;
  onPoint(): void;
  onOpen(): void;
}

export const OverlayOption = ({ id, choice, isSelected, onPoint, onOpen }: Props) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the input of the combobox has the focus and handles the keys.
  // biome-ignore lint/a11y/useFocusableInteractive: the input refers to it with aria-activedescendant.
  <div id={id} role="option" class="overlay-option" aria-selected={isSelected} onPointerMove={onPoint} onClick={onOpen}>
    <Content choice={choice} />
  </div>
);

function Content({ choice }: { readonly choice: Choice }) {
  if (choice.kind === "recent")
    return (
      <span class="overlay-line">
        <Icon name="search" size={15} />
        <span class="overlay-title">{choice.query}</span>
        <Badge>recent</Badge>
      </span>
    );
  if (choice.kind === "view")
    return (
      <span class="overlay-line">
        <Icon name="chevron" size={15} />
        <span class="overlay-title">Go to {choice.title}</span>
      </span>
    );
  const { hit, others } = choice.group;
  return (
    <>
      <span class="overlay-line">
        <Badge tone="accent">{nameOfKind(hit.kind)}</Badge>
        <span class="overlay-title">
          <InlineText text={hit.title || hit.id} />
        </span>
        {others.length > 0 && <Badge>{`+${others.length} similar`}</Badge>}
      </span>
      <span class="overlay-snippet">
        <Highlighted {...tidySnippet(hit.snippet)} />
      </span>
      <span class="session-meta">
        {hit.project && <span>{hit.project}</span>}
        {hit.agent && <AgentName agent={hit.agent} />}
        <Time at={hit.at} />
      </span>
    </>
  );
}
