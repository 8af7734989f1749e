import type { MemoryRow } from "../../../src/surface/http/api-types.js";
import { isPendingRemoval } from "../../components/defer-removal.js";
import { InlineText } from "../../components/inline-text.js";
import { Meter } from "../../components/meter.js";
import { PendingRemovalRow, RowLink } from "../../components/row-list.js";
import { Time } from "../../components/time.js";
import { MemoryBadges } from "./memory-badges.js";

interface Props {
  readonly memory: MemoryRow;
  readonly href: string;
  readonly isSelected: boolean;
}

export const MemoryRowLink = ({ memory, href, isSelected }: Props) =>
  isPendingRemoval(memory.id) ? (
    <PendingRemovalRow />
  ) : (
    <RowLink
      href={href}
      isSelected={isSelected}
      title={<InlineText text={memory.title} />}
      mark={<MemoryBadges memory={memory} />}
      about={
        <>
          <Meter value={memory.confidence} />
          <span>{memory.projectName}</span>
          <Time at={memory.createdAt} />
          {memory.tags.slice(0, 3).map((tag) => (
            <span key={tag}>#{tag}</span>
          ))}
        </>
      }
    />
  );
