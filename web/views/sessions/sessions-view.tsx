import type { ViewProps } from "../../app/views.js";
import { ReplayView } from "./replay-view.js";
import { SessionList } from "./session-list.js";

export function SessionsView({ place }: ViewProps) {
  const id = place.parts[1];
  return id ? <ReplayView key={id} id={id} place={place} /> : <SessionList place={place} />;
}
