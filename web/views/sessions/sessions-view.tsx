import type { ViewProps } from "../../app/views.js";
import { ReplayView } from "./replay-view.js";
import { SessionList } from "./session-list.js";

export function SessionsView({ route }: ViewProps) {
  const id = route.parts[1];
  return id ? <ReplayView key={id} id={id} route={route} /> : <SessionList route={route} />;
}
