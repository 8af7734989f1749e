import { callTool } from "../../api/request.js";
import { useAnswer } from "../../api/use-answer.js";
import { Badge } from "../../components/badge.js";
import { ItemTitle } from "../../components/item-title.js";
import { ShowAnswer } from "../../components/show-answer.js";
import { Resolve } from "./resolve.js";

export interface Conflict {
  readonly file_path: string;
  readonly ours_content: string;
  readonly theirs_content: string;
  readonly base_content: string;
  readonly deleted_by?: "ours" | "theirs";
  readonly resolved?: boolean;
  readonly resolution?: string;
  readonly section_analysis?: { readonly conflict_details: readonly string[] };
}

interface Props {
  readonly file: string;
  readonly folder: string;
  /** Called after the file was resolved. */
  onDone?(): void;
}

export function ConflictDetail({ file, folder, onDone }: Props) {
  const answer = useAnswer(
    () => callTool<Conflict>("context_conflict_detail", { file_path: file }, folder),
    [file, folder],
  );
  return (
    <ShowAnswer answer={answer}>
      {(conflict) => (
        <article class="detail wide">
          <ItemTitle title={conflict.file_path.split("/").at(-1) ?? ""} />
          <header>
            <div class="row wrap">
              {conflict.resolved ? <Badge tone="good">resolved</Badge> : <Badge tone="warning">open</Badge>}
              {conflict.deleted_by && (
                <Badge tone="bad">{conflict.deleted_by === "ours" ? "deleted by you" : "deleted by them"}</Badge>
              )}
            </div>
            <h2>{conflict.file_path.split("/").at(-1)}</h2>
            <p class="meta">{conflict.file_path}</p>
          </header>
          {(conflict.section_analysis?.conflict_details ?? []).length > 0 && (
            <ul class="facts quiet">
              {conflict.section_analysis?.conflict_details.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          )}
          <Resolve key={conflict.resolution ?? ""} conflict={conflict} folder={folder} onDone={onDone} />
        </article>
      )}
    </ShowAnswer>
  );
}
