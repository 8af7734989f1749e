import type { RemediationPage, RemediationRow } from "../../../src/surface/http/api-types.js";
import { get } from "../../api/ask.js";
import { go, linkTo } from "../../app/router.js";
import type { ViewProps } from "../../app/views.js";
import { Badge } from "../../components/badge.js";
import { Empty } from "../../components/empty.js";
import { Meter } from "../../components/meter.js";
import { counted } from "../../components/numbers.js";
import { PagedList } from "../../components/paged-list.js";
import { LeavingRow, RowLink } from "../../components/row-list.js";
import { SplitView } from "../../components/split-view.js";
import { Time } from "../../components/time.js";
import { usePagedRows } from "../../components/use-paged-rows.js";
import { ViewHeader } from "../../components/view-header.js";
import { FixDetail } from "./fix-detail.js";
import { leavingFixes } from "./forget-fix.js";

/** Errors that were overcome, and how. */
export function FixesView({ place }: ViewProps) {
  const chosen = place.parts[1] ?? "";
  const rows = usePagedRows<RemediationRow>(async (offset, limit) => {
    const { remediations, total } = await get<RemediationPage>("/api/remediations", { offset, limit });
    return { rows: remediations, total };
  }, []);
  return (
    <div class="fill">
      <ViewHeader title="Fixes" about="Errors that were overcome: what caused them, what helped, what did not." />
      <SplitView
        list={
          <PagedList
            label="Fixes"
            rows={rows}
            idOf={({ id }) => id}
            empty={<NoFixes />}
            row={(fix) => <FixRow fix={fix} isChosen={fix.id === chosen} />}
          />
        }
        chosen={chosen}
        hint={rows.total ? "Choose a fix to see the error and what helped." : ""}
        detail={chosen ? <FixDetail key={chosen} id={chosen} /> : undefined}
        onClose={() => go(["fixes"])}
      />
    </div>
  );
}

const FixRow = ({ fix, isChosen }: { readonly fix: RemediationRow; readonly isChosen: boolean }) =>
  leavingFixes.value.has(fix.id) ? (
    <LeavingRow />
  ) : (
    <RowLink
      href={linkTo(["fixes", fix.id])}
      isChosen={isChosen}
      title={fix.title}
      mark={<Badge>{fix.category}</Badge>}
      about={
        <>
          <Meter value={fix.confidence} />
          <span>{fix.projectName || "everywhere"}</span>
          <span>{counted(fix.usageCount, "use")}</span>
          <Time at={fix.createdAt} />
        </>
      }
    />
  );

const NoFixes = () => (
  <Empty title="No fixes yet" icon="tool">
    <p>
      When an agent overcomes an error it records the cause and the cure with <code>remediation_record</code>; the next
      one that meets the same error is told.
    </p>
  </Empty>
);
