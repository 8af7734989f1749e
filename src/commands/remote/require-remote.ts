import { AppError } from "../../base/errors.js";
import type { CommandCall } from "../../domain/command-app.js";
import type { Remote } from "../../domain/remote/remote.js";

/** The configured team service. */
export function requireRemote({ remote }: CommandCall): Remote {
  if (remote) return remote;
  throw new AppError("missing", "remote.url is not set.", {
    hint: "Set remote.url and remote.token with `throughline config set`; see docs/guides/team-service.md.",
  });
}
