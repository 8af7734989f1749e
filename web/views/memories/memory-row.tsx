import type { MemoryRow } from "../../../src/surface/http/api-types.js";
import { Meter } from "../../components/meter.js";
import { LeavingRow, RowLink } from "../../components/row-list.js";
import { Time } from "../../components/time.js";
import { MemoryBadges } from "./memory-badges.js";

interface Props {
  readonly memory: MemoryRow;
  readonly href: string;
  readonly isChosen: boolean;
  readonly isLeaving: boolean;
}

export const MemoryRowLink = ({ memory, href, isChosen, isLeaving }: Props) =>
  isLeaving ? (
    <LeavingRow />
  ) : (
    <RowLink
      href={href}
      isChosen={isChosen}
      title={memory.title}
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
