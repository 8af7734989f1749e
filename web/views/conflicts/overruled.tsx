import type { OverruledText } from "../../../src/surface/http/api-types.js";
import { changes } from "../../api/live.js";
import { post, urlOf } from "../../api/request.js";
import { conflictLink } from "../../app/links.js";
import { Badge } from "../../components/badge.js";
import { DiffView } from "../../components/diff-view.js";
import { ItemTitle } from "../../components/item-title.js";
import { RowList } from "../../components/row-list.js";
import { Time } from "../../components/time.js";
import { notify, notifyUndoable } from "../../components/toasts.js";

/** Names an overruled version in the URL. No file in conflict has a space before its path. */
export const overruledId = ({ merge, file_path }: OverruledText): string => `${merge} ${file_path}`;

const nameOf = ({ file_path }: OverruledText) => file_path.split("/").at(-1) ?? "";
const keptLabels = { ours: "kept yours", theirs: "kept theirs" } as const;

interface ListProps {
  readonly overruled: readonly OverruledText[];
  readonly file: string;
  readonly folder: string;
}

/** Versions that a pull with `ours` or `theirs` decided against. */
export const OverruledList = ({ overruled, file, folder }: ListProps) => (
  <section>
    <h2 class="list-heading">Overruled versions</h2>
    <RowList
      label="Overruled versions"
      selected={file}
      rows={overruled.map((version) => ({
        id: overruledId(version),
        href: conflictLink(folder, overruledId(version)),
        title: nameOf(version),
        about: <Time at={version.at} />,
        mark: <Badge tone="plain">{keptLabels[version.kept]}</Badge>,
      }))}
    />
  </section>
);

/** What the merge kept and what it dropped, with a button that restores the latter. */
export function OverruledDetail({ version, folder }: { readonly version: OverruledText; readonly folder: string }) {
  const { file_path, kept, kept_content, lost_content, at } = version;
  return (
    <article class="detail wide">
      <ItemTitle title={nameOf(version)} />
      <header>
        <div class="row wrap">
          <Badge tone="plain">{keptLabels[kept]}</Badge>
          {lost_content === null && <Badge tone="bad">the other side deleted it</Badge>}
        </div>
        <h2>{nameOf(version)}</h2>
        <p class="meta">
          {file_path}, <Time at={at} />
        </p>
      </header>
      <DiffView label="From the kept to the overruled version" before={kept_content ?? ""} after={lost_content ?? ""} />
      <div class="detail-actions">
        <button type="button" class="button" onClick={() => restore(version, folder)}>
          Restore the overruled version
        </button>
      </div>
    </article>
  );
}

async function restore({ merge, file_path }: OverruledText, folder: string): Promise<void> {
  const swap = async () => {
    await post(urlOf("/api/context/overruled/restore", { folder }), { merge, file_path });
    changes.value++;
  };
  await swap().then(
    () => notifyUndoable("Restored. Push to share it.", swap),
    (error: Error) => notify(error.message, "failure"),
  );
}
