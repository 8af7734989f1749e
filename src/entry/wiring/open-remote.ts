import { AppError } from "../../base/errors.js";
import type { Settings } from "../../base/settings.js";
import { httpRemote } from "../../engine/http-remote/http-remote.js";
import type { RemoteTools } from "../../engine/remote-tools.js";

const isLocal = (hostname: string) => ["localhost", "127.0.0.1", "[::1]"].includes(hostname);

/** The team's service that the settings name. Nothing is sent yet. */
export function openRemote(settings: Settings): RemoteTools | undefined {
  const url = settings["remote.url"];
  if (url === "") return undefined;
  const { protocol, hostname } = URL.canParse(url) ? new URL(url) : { protocol: "", hostname: "" };
  if (protocol !== "https:" && !(protocol === "http:" && isLocal(hostname))) {
    throw new AppError("invalid", `remote.url is not a valid https URL: ${url}.`, {
      hint: "Set it to the public URL of the service. Plain http is allowed for localhost only.",
    });
  }
  return httpRemote({ url, token: settings["remote.token"], timeoutMs: settings["remote.timeout"] });
}
