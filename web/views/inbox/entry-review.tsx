import type { EntryReview } from "../../../src/surface/http/api-types.js";
import { get, post, urlOf } from "../../api/request.js";
import { useAnswer } from "../../api/use-answer.js";
import { entryLink } from "../../app/links.js";
import { useKeys } from "../../app/use-keys.js";
import { Badge } from "../../components/badge.js";
import { deferRemoval } from "../../components/defer-removal.js";
import { Icon } from "../../components/icon.js";
import { ItemTitle } from "../../components/item-title.js";
import { Markdown } from "../../components/markdown.js";
import { ShowAnswer } from "../../components/show-answer.js";

interface Props {
  readonly kind: "outdated" | "secret";
  /** `type/key`. */
  readonly id: string;
  readonly folder: string;
  onDone(): void;
}

const actions = {
  outdated: {
    label: "Still true",
    path: "/api/context/review/verify",
    texts: { text: "Confirming the entry", done: "Entry confirmed" },
  },
  secret: {
    label: "Remove the secret",
    path: "/api/context/review/redact",
    texts: { text: "Removing the secret", done: "Secret removed from the file" },
  },
} as const;

/** A shared entry that may be out of date or contains a secret, and the way to settle it. */
export function EntryReviewPane({ kind, id, folder, onDone }: Props) {
  const at = id.indexOf("/");
  const [type, key] = [id.slice(0, at), id.slice(at + 1)];
  const answer = useAnswer(
    (stop) => get<EntryReview>("/api/context/review", { type, key, folder }, stop),
    [id, folder],
  );
  const { label, path, texts } = actions[kind];
  const settle = () => {
    deferRemoval([`${kind} ${id}`], texts, () => post(urlOf(path, { folder }), { type, key }));
    onDone();
  };
  useKeys(answer.value ? { v: settle } : {});
  return (
    <ShowAnswer answer={answer}>
      {(entry) => (
        <article class="detail">
          <ItemTitle title={entry.title} />
          <header>
            <div class="row wrap">
              <Badge>{entry.type}</Badge>
            </div>
            <h2>{entry.title}</h2>
          </header>
          <p class="notice">
            {kind === "secret"
              ? "This shared file contains a secret, hidden below. Everyone with access to the repository can read it, and git's history still has it after it is removed: replace the secret where it was issued."
              : `Changed since this was last verified: ${entry.stale.join(", ")}. Is it still true?`}
          </p>
          <div class="detail-actions">
            <button type="button" class="button primary" title="Key: v" onClick={settle}>
              <Icon name="check" /> {label}
            </button>
            <a class="button" href={entryLink(entry.type, entry.key, folder)}>
              Open in Knowledge
            </a>
          </div>
          <Markdown text={entry.text} />
        </article>
      )}
    </ShowAnswer>
  );
}
