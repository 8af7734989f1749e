import { AppError } from "../../base/errors.js";
import type { CommandCall } from "../../domain/command-app.js";
import type { Remote } from "../../domain/remote/remote.js";

/** The team's service, or how to name one. */
export function theRemote({ remote }: CommandCall): Remote {
  if (remote) return remote;
  throw new AppError("missing", "The settings name no service of a team.", {
    hint: "Set remote.url and remote.token with `throughline config set`; see docs/guides/team-service.md.",
  });
}
