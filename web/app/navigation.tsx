import { isLive } from "../api/live.js";
import { Icon, type IconName } from "../components/icon.js";
import { wholeNumber } from "../components/numbers.js";
import { useInboxCount } from "./inbox-count.js";
import { isHelpOpen } from "./keys.js";
import { Member } from "./member.js";
import { fragment } from "./router.js";
import { service } from "./team.js";
import { type Theme, theme } from "./theme.js";
import { linkToView, listViews, type View } from "./views.js";
import { welcome } from "./welcome.js";

const groups: readonly { readonly name: View["group"]; readonly title: string }[] = [
  { name: "see", title: "" },
  { name: "know", title: "Knowledge" },
  { name: "work", title: "Work" },
  { name: "product", title: "Throughline" },
];

export function Navigation({ current }: { readonly current: string }) {
  return (
    <>
      <div class="nav">
        {groups.map(({ name, title }) => (
          <NavigationGroup
            key={name}
            title={title}
            current={current}
            views={listViews().filter((view) => view.group === name)}
          />
        ))}
      </div>
      <Member />
      <Foot />
    </>
  );
}

interface GroupProps {
  readonly title: string;
  readonly current: string;
  readonly views: readonly View[];
}

function NavigationGroup({ title, current, views: groupViews }: GroupProps) {
  if (groupViews.length === 0) return null;
  return (
    <ul class="nav-group" aria-label={title || "Overview"}>
      {title && (
        <li class="nav-title" aria-hidden="true">
          {title}
        </li>
      )}
      {groupViews.map((view) => (
        <li key={view.name}>
          <a
            href={linkToView(view)}
            class="nav-link"
            aria-current={isCurrent(view, current, groupViews) ? "page" : undefined}
          >
            <Icon name={view.icon} />
            <span>{view.title}</span>
            {view.name === "inbox" && <InboxCount />}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** A view with a filter is current while its filter is set, instead of the view that it filters. */
function isCurrent(view: View, current: string, others: readonly View[]): boolean {
  const filtered = others.find(({ href }) => href !== undefined && fragment.value.includes(href.split("?")[1] ?? ""));
  return filtered ? view === filtered : view.name === current;
}

function InboxCount() {
  const count = useInboxCount();
  return count === 0 ? null : (
    <span class="nav-count">
      {wholeNumber(count)}
      <span class="visually-hidden"> to decide</span>
    </span>
  );
}

const themes: readonly { readonly name: Theme; readonly icon: IconName; readonly label: string }[] = [
  { name: "system", icon: "system", label: "System theme" },
  { name: "light", icon: "sun", label: "Light theme" },
  { name: "dark", icon: "moon", label: "Dark theme" },
];

function Foot() {
  return (
    <div class="side-foot">
      <fieldset class="theme-choice">
        <legend class="visually-hidden">Theme</legend>
        {themes.map(({ name, icon, label }) => (
          <button
            key={name}
            type="button"
            class="icon-button"
            aria-label={label}
            aria-pressed={theme.value === name}
            onClick={() => {
              theme.value = name;
            }}
          >
            <Icon name={icon} size={16} />
          </button>
        ))}
      </fieldset>
      <button
        type="button"
        class="icon-button"
        aria-label="Keyboard shortcuts"
        onClick={() => {
          isHelpOpen.value = true;
        }}
      >
        <kbd>?</kbd>
      </button>
      <span class="side-version">
        {!service && <LiveDot />}
        {welcome.value?.version ?? ""}
      </span>
    </div>
  );
}

const LiveDot = () => (
  <span class="live" title={isLive.value ? "Connected: the page updates live" : "Not connected"}>
    <span class={isLive.value ? "live-dot on" : "live-dot"} aria-hidden="true" />
    <span class="visually-hidden">{isLive.value ? "Live. " : "Not live. "}</span>
  </span>
);
