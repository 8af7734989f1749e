import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { reconnects, reportOffline } from "../api/connection.js";
import { Empty } from "../components/empty.js";
import { Icon, Logo } from "../components/icon.js";
import { Problem } from "../components/problem.js";
import { Skeleton } from "../components/skeleton.js";
import { Navigation } from "./navigation.js";
import { OfflineBar } from "./offline-bar.js";
import { fragment, linkTo, route } from "./router.js";
import { type View, type ViewProps, viewOf } from "./views.js";

/** The frame around every view: navigation next to it on a desktop, behind a button on a phone. */
export function Shell() {
  const isMenuOpen = useSignal(false);
  const view = viewOf(route.value.parts[0]);
  const main = useRef<HTMLElement>(null);
  const viewName = view?.name ?? "";
  useEffect(() => {
    document.title = view ? `${view.title} · Throughline` : "Throughline";
    isMenuOpen.value = false;
  }, [viewName]);
  return (
    <div class="shell">
      {/* biome-ignore lint/a11y/useValidAnchor: a link to a place in the page, which assistive technology looks for. */}
      <a
        class="skip-link"
        href="#main"
        onClick={(event) => {
          // The fragment names the view, so the focus is moved by script.
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to content
      </a>
      <header class="top-bar">
        <button
          type="button"
          class="icon-button"
          aria-label={isMenuOpen.value ? "Close the menu" : "Open the menu"}
          aria-expanded={isMenuOpen.value}
          aria-controls="navigation"
          onClick={() => {
            isMenuOpen.value = !isMenuOpen.value;
          }}
        >
          <Icon name={isMenuOpen.value ? "close" : "menu"} />
        </button>
        <span class="top-bar-title">{view?.title ?? "Throughline"}</span>
        <a class="icon-button" href={linkTo(["search"])} aria-label="Search">
          <Icon name="search" />
        </a>
      </header>
      <nav id="navigation" aria-label="Views" class={isMenuOpen.value ? "side open" : "side"}>
        <a class="brand" href={linkTo(["home"])}>
          <Logo />
          <span>Throughline</span>
        </a>
        <Navigation current={viewName} />
      </nav>
      <main ref={main} id="main" class="main" tabIndex={-1} data-shows={fragment.value}>
        <OfflineBar />
        {view ? <ShownView key={view.name} view={view} /> : <NoSuchView />}
      </main>
    </div>
  );
}

/** Loads the view's code when it is first opened. */
function ShownView({ view }: { readonly view: View }) {
  const [loaded, setLoaded] = useState<{ View: ComponentType<ViewProps> }>();
  const [error, setError] = useState<Error>();
  useEffect(() => {
    setError(undefined);
    view.load().then(
      (View) => setLoaded({ View }),
      () => setError(viewFailure()),
    );
  }, [view, reconnects.value]);
  if (error) return <Problem error={error} onRetry={() => location.reload()} />;
  return loaded ? <loaded.View route={route.value} /> : <Skeleton rows={8} />;
}

/** The browser's own message names a file that means nothing to a person. */
function viewFailure(): Error {
  reportOffline();
  return new Error("This view could not be loaded, because the server does not respond.");
}

const NoSuchView = () => (
  <Empty title="Page not found">
    <a href={linkTo(["home"])}>Go home</a>, or press <kbd>/</kbd> to search everything.
  </Empty>
);
