import type { RemediationPage, RemediationRow } from "../../../src/surface/http/api-types.js";
import { get } from "../../api/request.js";
import { fixLink } from "../../app/links.js";
import { go } from "../../app/router.js";
import type { ViewProps } from "../../app/views.js";
import { Badge } from "../../components/badge.js";
import { isPendingRemoval } from "../../components/defer-removal.js";
import { Empty } from "../../components/empty.js";
import { InlineText } from "../../components/inline-text.js";
import { Meter } from "../../components/meter.js";
import { formatCount } from "../../components/numbers.js";
import { PagedList } from "../../components/paged-list.js";
import { PendingRemovalRow, RowLink } from "../../components/row-list.js";
import { SplitView } from "../../components/split-view.js";
import { Time } from "../../components/time.js";
import { useFirstSelected } from "../../components/use-first-selected.js";
import { usePagedRows } from "../../components/use-paged-rows.js";
import { ViewHeader } from "../../components/view-header.js";
import { FixDetail } from "./fix-detail.js";

/** Errors that were fixed, and how. */
export function FixesView({ route }: ViewProps) {
  const selected = route.parts[1] ?? "";
  const rows = usePagedRows<RemediationRow>(async (offset, limit) => {
    const { remediations, total } = await get<RemediationPage>("/api/remediations", { offset, limit });
    return { rows: remediations, total };
  }, []);
  const first = rows.row(0)?.id;
  useFirstSelected(selected !== "", first && fixLink(first));
  return (
    <div class="fill">
      <ViewHeader title="Fixes" about="Errors that were fixed: the cause, the fix and what did not help." />
      <SplitView
        list={
          <PagedList
            label="Fixes"
            rows={rows}
            idOf={({ id }) => id}
            empty={<NoFixes />}
            row={(fix) => <FixRow fix={fix} isSelected={fix.id === selected} />}
          />
        }
        selected={selected}
        hint={rows.total !== 0 ? "Select a fix to see the error, its cause and the fix." : ""}
        detail={selected ? <FixDetail key={selected} id={selected} /> : undefined}
        onClose={() => go(["fixes"])}
      />
    </div>
  );
}

const FixRow = ({ fix, isSelected }: { readonly fix: RemediationRow; readonly isSelected: boolean }) =>
  isPendingRemoval(fix.id) ? (
    <PendingRemovalRow />
  ) : (
    <RowLink
      href={fixLink(fix.id)}
      isSelected={isSelected}
      title={<InlineText text={fix.title} />}
      mark={<Badge>{fix.category}</Badge>}
      about={
        <>
          <Meter value={fix.confidence} />
          <span>{fix.projectName || "all projects"}</span>
          <span>{formatCount(fix.usageCount, "use")}</span>
          <Time at={fix.createdAt} />
        </>
      }
    />
  );

const NoFixes = () => (
  <Empty title="No fixes yet" icon="tool">
    <p>
      When an agent fixes an error, it records the cause and the fix. The next agent that runs into the same error
      receives it.
    </p>
  </Empty>
);
