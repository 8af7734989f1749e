import type { ContextPlace } from "../../../src/surface/http/api-types.js";
import { callTool } from "../../api/ask.js";
import { type Answer, useAnswer } from "../../api/use-answer.js";
import { go, linkTo } from "../../app/router.js";
import type { ViewProps } from "../../app/views.js";
import { Badge } from "../../components/badge.js";
import { Empty } from "../../components/empty.js";
import { ProjectPicker, useChosenPlace } from "../../components/project-picker.js";
import { RowList } from "../../components/row-list.js";
import { ShowAnswer } from "../../components/show-answer.js";
import { SplitView } from "../../components/split-view.js";
import { ViewHeader } from "../../components/view-header.js";
import "../../styles/conflicts.css";
import { ConflictDetail } from "./conflict-detail.js";
import { MergeActions } from "./merge-actions.js";

export interface MergeStatus {
  readonly folder: string;
  readonly status: string;
  readonly report?: {
    readonly unresolved: number;
    readonly total: number;
    readonly auto_resolved: readonly string[];
    readonly conflicts: readonly { readonly file_path: string; readonly resolved: boolean }[];
  };
}

/** Files that two people changed in ways that do not fit together. */
export function ConflictsView({ place }: ViewProps) {
  const file = place.parts[1] ?? "";
  const chosen = useChosenPlace(place.query.get("folder") ?? "", ({ conflicts }) => conflicts > 0);
  const folder = chosen.current?.folder ?? "";
  const answer = useAnswer<MergeStatus | undefined>(
    async () => (folder ? { ...(await callTool<MergeStatus>("context_merge_status", {}, folder)), folder } : undefined),
    [folder],
  );
  const shown = answer.value?.folder === folder ? answer.value : undefined;
  const conflicts = shown?.report?.conflicts ?? [];
  return (
    <div class="fill">
      <ViewHeader title="Conflicts" about="Where a pull found two versions that do not fit together.">
        <ProjectPicker chosen={chosen} onChoose={(next) => go(["conflicts"], { folder: next })} />
        {shown?.report && <MergeActions status={shown} />}
      </ViewHeader>
      <SplitView
        list={
          chosen.isNone ? (
            <NoConflicts place={undefined} />
          ) : (
            <ShowAnswer answer={{ ...answer, value: shown } as Answer<MergeStatus>} rows={3}>
              {() =>
                conflicts.length === 0 ? (
                  <NoConflicts place={chosen.current} />
                ) : (
                  <FileList {...{ conflicts, file, folder }} />
                )
              }
            </ShowAnswer>
          )
        }
        chosen={file}
        hint={conflicts.length > 0 || (!shown && !chosen.isNone) ? "Choose a file to see both sides." : ""}
        detail={file && folder ? <ConflictDetail key={`${folder} ${file}`} file={file} folder={folder} /> : undefined}
        onClose={() => go(["conflicts"], { folder })}
      />
    </div>
  );
}

interface ListProps {
  readonly conflicts: readonly { readonly file_path: string; readonly resolved: boolean }[];
  readonly file: string;
  readonly folder: string;
}

const FileList = ({ conflicts, file, folder }: ListProps) => (
  <RowList
    label="Files"
    chosen={file}
    rows={conflicts.map(({ file_path, resolved }) => ({
      ...{ id: file_path, href: linkTo(["conflicts", file_path], { folder }) },
      title: file_path.split("/").at(-1),
      about: <span>{file_path}</span>,
      mark: resolved ? <Badge tone="good">resolved</Badge> : <Badge tone="warning">open</Badge>,
    }))}
  />
);

const NoConflicts = ({ place }: { readonly place: ContextPlace | undefined }) => (
  <Empty title="Nothing to resolve" icon="check">
    <p>
      {place ? `Everything in ${place.name} fits together. ` : ""}When a pull meets changes that conflict in the same
      section, both versions wait here, and nothing is lost meanwhile.
    </p>
  </Empty>
);
