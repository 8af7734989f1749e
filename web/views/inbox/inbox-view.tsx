import type { Inbox, InboxItem } from "../../../src/surface/http/api-types.js";
import { get } from "../../api/request.js";
import { useAnswer } from "../../api/use-answer.js";
import { inboxLink } from "../../app/links.js";
import { go, replaceFragment } from "../../app/router.js";
import { service } from "../../app/team.js";
import type { ViewProps } from "../../app/views.js";
import { Badge, type Tone } from "../../components/badge.js";
import { isPendingRemoval } from "../../components/defer-removal.js";
import { Empty } from "../../components/empty.js";
import { InlineText } from "../../components/inline-text.js";
import { formatCount } from "../../components/numbers.js";
import { RowList } from "../../components/row-list.js";
import { ShowAnswer } from "../../components/show-answer.js";
import { SplitView } from "../../components/split-view.js";
import { Time } from "../../components/time.js";
import { useFirstSelected } from "../../components/use-first-selected.js";
import { ViewHeader } from "../../components/view-header.js";
import { InboxDetail } from "./inbox-detail.js";

const kinds: Readonly<Record<InboxItem["kind"], readonly [string, Tone]>> = {
  conflict: ["conflict", "bad"],
  proposal: ["proposal", "accent"],
  memory: ["verify", "warning"],
  stale: ["possibly stale", "warning"],
  guard: ["guard", "accent"],
  everywhere: ["everywhere?", "accent"],
  doubted: ["contradicted", "warning"],
  outdated: ["possibly stale", "warning"],
  secret: ["secret", "bad"],
};

/** Everything that waits for a person, in one list. An action on one item opens the next. */
export function InboxView({ route }: ViewProps) {
  const [, kind = "", id = ""] = route.parts;
  const folder = route.query.get("folder") ?? "";
  const answer = useAnswer((stop) => get<Inbox>("/api/inbox", {}, stop), []);
  const items = (answer.value?.items ?? []).filter(
    (item) => !isPendingRemoval(item.id) && !isPendingRemoval(`${item.kind} ${item.id}`),
  );
  const selected = kind && id ? `${kind} ${folder} ${id}` : "";
  useFirstSelected(selected !== "", items[0] && inboxLink(items[0]));
  const openNext = () => {
    const index = items.findIndex((item) => keyOf(item) === selected);
    const next = items[index + 1] ?? items[index - 1];
    replaceFragment(next ? inboxLink(next) : "#/inbox");
    if (next) focusRow(inboxLink(next));
  };
  const item = items.find((candidate) => keyOf(candidate) === selected);
  return (
    <div class="fill">
      <ViewHeader
        title="Inbox"
        about={answer.value ? `${formatCount(answer.value.total, "item")} to decide.` : "What waits for your decision."}
      />
      <SplitView
        list={
          <ShowAnswer answer={answer} rows={6}>
            {() =>
              items.length === 0 ? (
                <Empty title="Nothing to decide" icon="check">
                  <p>
                    {service
                      ? "New lessons of your team appear here."
                      : "New lessons, guards to accept, proposals for skills, conflicts, secrets in shared files and what may be stale appear here."}
                  </p>
                </Empty>
              ) : (
                <RowList label="Inbox" selected={selected} rows={items.map(toRow)} />
              )
            }
          </ShowAnswer>
        }
        selected={selected}
        hint={items.length > 0 ? "Select an item to decide." : ""}
        detail={
          item || selected ? (
            <InboxDetail key={selected} kind={kind} id={id} folder={folder} onDone={openNext} />
          ) : undefined
        }
        onClose={() => go(["inbox"])}
      />
    </div>
  );
}

const keyOf = ({ kind, folder, id }: InboxItem): string => `${kind} ${folder} ${id}`;

const toRow = (item: InboxItem) => {
  const [label, tone] = kinds[item.kind];
  return {
    id: keyOf(item),
    href: inboxLink(item),
    title: <InlineText text={item.title} />,
    mark: <Badge tone={tone}>{label}</Badge>,
    about: (
      <>
        {item.project && <span class="row-fixed">{item.project}</span>}
        <span>
          <InlineText text={item.about} />
        </span>
        <Time at={item.at} />
      </>
    ),
  };
};

const focusRow = (href: string): void => {
  const rows = [...document.querySelectorAll<HTMLElement>("a[data-row]")];
  rows.find((row) => row.getAttribute("href") === href)?.focus({ preventScroll: true });
};
