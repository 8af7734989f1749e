import { useEffect, useState } from "preact/hooks";
import type { Welcome } from "../../src/surface/http/api-types.js";
import { reconnects } from "../api/connection.js";
import { listenForChanges, refreshOnReturn } from "../api/live.js";
import { get, isSignedOut } from "../api/request.js";
import { Problem } from "../components/problem.js";
import { Toasts } from "../components/toasts.js";
import { KeyHelp } from "./key-help.js";
import { LazyOverlay, loadOverlay } from "./lazy-overlay.js";
import { Shell } from "./shell.js";
import { SignInScreen } from "./sign-in.js";
import { service } from "./team.js";
import { listViews } from "./views.js";
import { welcome } from "./welcome.js";

/** The sign-in screen, or the shell with the current view. */
export function Page() {
  const [error, setError] = useState<Error>();
  useEffect(() => {
    get<Welcome>("/api/welcome").then((value) => {
      if (!welcome.value) (service ? refreshOnReturn : listenForChanges)();
      welcome.value = value;
      preloadViews();
    }, setError);
  }, [reconnects.value]);
  if (isSignedOut.value) return <SignInScreen />;
  if (error && !welcome.value)
    return (
      <main class="sign-in">
        <h1>Throughline</h1>
        <Problem error={error} onRetry={() => location.reload()} />
      </main>
    );
  // The role of a member decides which views there are.
  if (service && !welcome.value) return null;
  return (
    <>
      <Shell />
      <KeyHelp />
      <LazyOverlay />
      <Toasts />
    </>
  );
}

/** So that every view opens at once, and also after the server stopped. */
const preloadViews = (): void =>
  void setTimeout(() => {
    for (const view of listViews()) view.load().catch(() => {});
    loadOverlay().catch(() => {});
  }, 300);
