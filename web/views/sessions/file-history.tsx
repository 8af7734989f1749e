import { useEffect, useState } from "preact/hooks";
import { callTool } from "../../api/request.js";
import { sessionLink } from "../../app/links.js";
import { Badge } from "../../components/badge.js";
import { Dialog } from "../../components/dialog.js";
import { InlineText } from "../../components/inline-text.js";
import { Problem } from "../../components/problem.js";
import { Skeleton } from "../../components/skeleton.js";
import { Time } from "../../components/time.js";

interface FileUse {
  readonly sessionId: string;
  readonly at: string;
  readonly how: string;
  readonly question: string;
}

interface Props {
  /** Undefined while the dialog is closed. */
  readonly path: string | undefined;
  readonly folder: string;
  onClose(): void;
}

/** Which sessions read or changed a file, and why. */
export function FileHistory({ path, folder, onClose }: Props) {
  const [uses, setUses] = useState<readonly FileUse[]>();
  const [error, setError] = useState<Error>();
  useEffect(() => {
    if (path === undefined) return;
    setUses(undefined);
    setError(undefined);
    const relativePath = path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
    callTool<{ history: readonly FileUse[] }>("file_history", { path: relativePath, limit: 50 }, folder).then(
      ({ history }) => setUses(history),
      setError,
    );
  }, [path, folder]);
  return (
    <Dialog title="File history" isOpen={path !== undefined} onClose={onClose}>
      <p>
        <code>{path}</code>
      </p>
      {error && <Problem error={error} />}
      {!uses && !error && <Skeleton rows={4} />}
      {uses?.length === 0 && <p class="quiet">No other session read or changed this file.</p>}
      {uses && uses.length > 0 && (
        <ul class="rows">
          {uses.map((use) => (
            <li key={`${use.sessionId} ${use.at}`}>
              <a class="history-row" href={sessionLink(use.sessionId)} onClick={onClose}>
                <span>
                  <InlineText text={use.question || "Untitled"} />
                </span>
                <span class="meta row">
                  <Badge tone={use.how === "changed" ? "accent" : "plain"}>{use.how}</Badge>
                  <Time at={use.at} />
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
