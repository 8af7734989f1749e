import type { Settings } from "../../base/settings.js";
import { httpRemote } from "../../engine/http-remote/http-remote.js";
import type { RemoteTools } from "../../engine/remote-tools.js";

/** The team service that the settings name. Nothing is sent yet. */
export function openRemote(settings: Settings): RemoteTools | undefined {
  const url = settings["remote.url"];
  if (url === "") return undefined;
  return httpRemote({ url, token: settings["remote.token"], timeoutMs: settings["remote.timeout"] });
}
