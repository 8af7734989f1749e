import type { ContextRepository, OverruledText } from "../../../src/surface/http/api-types.js";
import { callTool, get } from "../../api/request.js";
import { type Answer, useAnswer } from "../../api/use-answer.js";
import { conflictLink } from "../../app/links.js";
import { go } from "../../app/router.js";
import type { ViewProps } from "../../app/views.js";
import { Badge } from "../../components/badge.js";
import { Empty } from "../../components/empty.js";
import { ProjectPicker, useSelectedRepository } from "../../components/project-picker.js";
import { RowList } from "../../components/row-list.js";
import { ShowAnswer } from "../../components/show-answer.js";
import { SplitView } from "../../components/split-view.js";
import { useFirstSelected } from "../../components/use-first-selected.js";
import { ViewHeader } from "../../components/view-header.js";
import "../../styles/conflicts.css";
import { ConflictDetail } from "./conflict-detail.js";
import { MergeActions } from "./merge-actions.js";
import { OverruledDetail, OverruledList, overruledId } from "./overruled.js";

export interface MergeStatus {
  readonly folder: string;
  readonly status: string;
  readonly report?: {
    readonly unresolved: number;
    readonly total: number;
    readonly auto_resolved: readonly string[];
    readonly conflicts: readonly { readonly file_path: string; readonly resolved: boolean }[];
  };
  /** Versions that earlier merges decided against. */
  readonly overruled: readonly OverruledText[];
}

/** Files with conflicting changes. */
export function ConflictsView({ route }: ViewProps) {
  const file = route.parts[1] ?? "";
  const selected = useSelectedRepository(route.query.get("folder") ?? "", ({ conflicts }) => conflicts > 0);
  const folder = selected.current?.folder ?? "";
  const answer = useAnswer<MergeStatus | undefined>(
    async (stop) => (folder ? readStatus(folder, stop) : undefined),
    [folder],
  );
  const status = answer.value?.folder === folder ? answer.value : undefined;
  const conflicts = status?.report?.conflicts ?? [];
  const overruled = status?.overruled ?? [];
  const version = overruled.find((one) => overruledId(one) === file);
  const first = conflicts[0]?.file_path;
  useFirstSelected(file !== "", first && conflictLink(folder, first));
  return (
    <div class="fill">
      <ViewHeader title="Conflicts" about="Files in which a pull found conflicting changes.">
        <ProjectPicker selected={selected} onChoose={(next) => go(["conflicts"], { folder: next })} />
        {status?.report && <MergeActions status={status} />}
      </ViewHeader>
      <SplitView
        list={
          selected.isNone ? (
            <NoConflicts repository={undefined} />
          ) : (
            <ShowAnswer
              answer={
                { ...answer, value: status, error: answer.error ?? selected.repositories.error } as Answer<MergeStatus>
              }
              rows={3}
            >
              {() => (
                <>
                  {conflicts.length === 0 ? (
                    <NoConflicts repository={selected.current} />
                  ) : (
                    <FileList {...{ conflicts, file, folder }} />
                  )}
                  {overruled.length > 0 && <OverruledList {...{ overruled, file, folder }} />}
                </>
              )}
            </ShowAnswer>
          )
        }
        selected={file}
        hint={conflicts.length > 0 || (!status && !selected.isNone) ? "Select a file to see both versions." : ""}
        detail={detailOf(file, folder, version, status !== undefined)}
        onClose={() => go(["conflicts"], { folder })}
      />
    </div>
  );
}

async function readStatus(folder: string, stop: AbortSignal): Promise<MergeStatus> {
  const [status, { overruled }] = await Promise.all([
    callTool<MergeStatus>("context_merge_status", {}, folder),
    get<{ overruled: readonly OverruledText[] }>("/api/context/overruled", { folder }, stop),
  ]);
  return { ...status, overruled, folder };
}

/** The detail waits for the list, which says whether the URL names a conflict or an overruled version. */
function detailOf(file: string, folder: string, version: OverruledText | undefined, isLoaded: boolean) {
  if (version) return <OverruledDetail key={file} version={version} folder={folder} />;
  return file && folder && isLoaded ? (
    <ConflictDetail key={`${folder} ${file}`} file={file} folder={folder} />
  ) : undefined;
}

interface ListProps {
  readonly conflicts: readonly { readonly file_path: string; readonly resolved: boolean }[];
  readonly file: string;
  readonly folder: string;
}

const FileList = ({ conflicts, file, folder }: ListProps) => (
  <RowList
    label="Files"
    selected={file}
    rows={conflicts.map(({ file_path, resolved }) => ({
      ...{ id: file_path, href: conflictLink(folder, file_path) },
      title: file_path.split("/").at(-1),
      about: <span>{file_path}</span>,
      mark: resolved ? <Badge tone="good">resolved</Badge> : <Badge tone="warning">open</Badge>,
    }))}
  />
);

const NoConflicts = ({ repository }: { readonly repository: ContextRepository | undefined }) => (
  <Empty title="Nothing to resolve" icon="check">
    <p>
      {repository ? `${repository.name} has no conflicts. ` : ""}When a pull finds changes to the same section on both
      sides, both versions are shown here.
    </p>
  </Empty>
);
