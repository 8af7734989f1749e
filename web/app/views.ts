import type { ComponentType } from "preact";
import type { IconName } from "../components/icon.js";
import { linkTo, type Route } from "./router.js";
import { isAdmin, mayWrite, service } from "./team.js";

export interface ViewProps {
  readonly route: Route;
}

export interface View {
  /** The first part of the route. */
  readonly name: string;
  readonly title: string;
  readonly icon: IconName;
  /** Typed after `g` to go there. */
  readonly key: string;
  readonly group: "see" | "know" | "work" | "product";
  /** Where it is shown: a team service has only what its tenants' rows hold. Default: on one's own machine. */
  readonly on?: "both" | "service";
  /** What a member of a team service must be allowed. */
  readonly needs?: "write" | "admin";
  /** The route, if it is not the name: a view with a filter. */
  readonly href?: string;
  load(): Promise<ComponentType<ViewProps>>;
}

/** Every view, in the order of the navigation. Each is loaded when it is first opened. */
const allViews: readonly View[] = [
  {
    name: "home",
    title: "Home",
    icon: "home",
    key: "h",
    group: "see",
    load: () => import("../views/home/home-view.js").then(({ HomeView }) => HomeView),
  },
  {
    name: "home",
    title: "Home",
    icon: "home",
    key: "h",
    group: "see",
    on: "service",
    load: () => import("../views/team/team-home.js").then(({ TeamHome }) => TeamHome),
  },
  {
    name: "search",
    title: "Search",
    icon: "search",
    key: "/",
    group: "see",
    on: "both",
    load: () => import("../views/search/search-view.js").then(({ SearchView }) => SearchView),
  },
  {
    name: "inbox",
    title: "Inbox",
    icon: "check",
    key: "r",
    group: "see",
    on: "both",
    needs: "write",
    load: () => import("../views/inbox/inbox-view.js").then(({ InboxView }) => InboxView),
  },
  {
    name: "sessions",
    title: "Sessions",
    icon: "sessions",
    key: "s",
    group: "see",
    load: () => import("../views/sessions/sessions-view.js").then(({ SessionsView }) => SessionsView),
  },
  {
    name: "map",
    title: "Map",
    icon: "map",
    key: "a",
    group: "see",
    load: () => import("../views/map/map-view.js").then(({ MapView }) => MapView),
  },
  {
    name: "memories",
    title: "Memories",
    icon: "memory",
    key: "m",
    group: "know",
    on: "both",
    load: () => import("../views/memories/memories-view.js").then(({ MemoriesView }) => MemoriesView),
  },
  {
    name: "decisions",
    title: "Decisions",
    icon: "knowledge",
    key: "d",
    group: "know",
    on: "service",
    href: linkTo(["memories"], { tag: "decision" }),
    load: () => import("../views/memories/memories-view.js").then(({ MemoriesView }) => MemoriesView),
  },
  {
    name: "fixes",
    title: "Fixes",
    icon: "tool",
    key: "f",
    group: "know",
    on: "both",
    load: () => import("../views/fixes/fixes-view.js").then(({ FixesView }) => FixesView),
  },
  {
    name: "knowledge",
    title: "Knowledge",
    icon: "knowledge",
    key: "k",
    group: "know",
    load: () => import("../views/knowledge/knowledge-view.js").then(({ KnowledgeView }) => KnowledgeView),
  },
  {
    name: "conflicts",
    title: "Conflicts",
    icon: "conflict",
    key: "c",
    group: "know",
    load: () => import("../views/conflicts/conflicts-view.js").then(({ ConflictsView }) => ConflictsView),
  },
  {
    name: "projects",
    title: "Projects",
    icon: "projects",
    key: "p",
    group: "work",
    load: () => import("../views/projects/projects-view.js").then(({ ProjectsView }) => ProjectsView),
  },
  {
    name: "people",
    title: "People",
    icon: "person",
    key: "p",
    group: "product",
    on: "service",
    needs: "admin",
    load: () => import("../views/team/people-view.js").then(({ PeopleView }) => PeopleView),
  },
  {
    name: "injected",
    title: "Injected",
    icon: "receipt",
    key: "i",
    group: "product",
    load: () => import("../views/injected/injected-view.js").then(({ InjectedView }) => InjectedView),
  },
  {
    name: "settings",
    title: "Settings",
    icon: "settings",
    key: ",",
    group: "product",
    load: () => import("../views/settings/settings-view.js").then(({ SettingsView }) => SettingsView),
  },
];

const viewsHere = allViews.filter(({ on }) => on === "both" || (on === "service") === (service !== undefined));

/** The views that this server has and the person may use. */
export const listViews = (): readonly View[] =>
  viewsHere.filter(({ needs }) => needs === undefined || (needs === "admin" ? isAdmin() : mayWrite()));

export const viewOf = (name: string | undefined): View | undefined =>
  listViews().find((view) => view.name === (name ?? "home"));

export const linkToView = ({ name, href }: View): string => href ?? linkTo([name]);
