import type { RemediationPage, RemediationRow } from "../../../src/surface/http/api-types.js";
import { get } from "../../api/ask.js";
import { go, linkTo } from "../../app/router.js";
import type { ViewProps } from "../../app/views.js";
import { Badge } from "../../components/badge.js";
import { Empty } from "../../components/empty.js";
import { Meter } from "../../components/meter.js";
import { counted } from "../../components/numbers.js";
import { Problem } from "../../components/problem.js";
import { RowLink } from "../../components/row-list.js";
import { Skeleton } from "../../components/skeleton.js";
import { SplitView } from "../../components/split-view.js";
import { Time } from "../../components/time.js";
import { usePagedRows } from "../../components/use-paged-rows.js";
import { ViewHeader } from "../../components/view-header.js";
import { VirtualList } from "../../components/virtual-list.js";
import { FixDetail } from "./fix-detail.js";
import { leavingFixes } from "./forget-fix.js";

const rowHeight = 72;

/** Errors that were overcome, and how. */
export function FixesView({ place }: ViewProps) {
  const chosen = place.parts[1] ?? "";
  const rows = usePagedRows<RemediationRow>(async (offset, limit) => {
    const { remediations, total } = await get<RemediationPage>("/api/remediations", { offset, limit });
    return { rows: remediations, total };
  }, []);
  const row = (index: number) => {
    const fix = rows.row(index);
    if (!fix) return null;
    if (leavingFixes.value.has(fix.id)) return <p class="row-link row-about">Going…</p>;
    return <FixRow fix={fix} isChosen={fix.id === chosen} />;
  };
  const list = () => {
    if (rows.error) return <Problem error={rows.error} onRetry={rows.reload} />;
    if (rows.total === undefined) return <Skeleton rows={8} />;
    if (rows.total === 0) return <NoFixes />;
    return (
      <VirtualList
        label="Fixes"
        total={rows.total}
        rowHeight={rowHeight}
        rowId={(index) => rows.row(index)?.id}
        row={row}
        onShow={rows.show}
      />
    );
  };
  return (
    <div class="fill">
      <ViewHeader title="Fixes" about="Errors that were overcome: what caused them, what helped, what did not." />
      <SplitView
        list={list()}
        chosen={chosen}
        hint="Choose a fix to see the error and what helped."
        detail={chosen ? <FixDetail key={chosen} id={chosen} /> : undefined}
        onClose={() => go(["fixes"])}
      />
    </div>
  );
}

const FixRow = ({ fix, isChosen }: { readonly fix: RemediationRow; readonly isChosen: boolean }) => (
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
