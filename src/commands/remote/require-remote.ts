import { AppError } from "../../base/errors.js";
import { guideUrl } from "../../base/guide-url.js";
import { describeInvalid } from "../../base/resolve-settings.js";
import type { CommandCall } from "../../domain/command-app.js";
import type { Remote } from "../../domain/team/remote.js";

/** The configured team service. */
export function requireRemote({ remote, settings }: CommandCall): Remote {
  if (remote) return remote;
  const problem = describeInvalid(settings, "remote.url");
  if (problem) throw new AppError("invalid", problem, { hint: "Correct it with `throughline config set remote.url`." });
  throw new AppError("missing", "remote.url is not set.", {
    hint: `Set remote.url and remote.token with \`throughline config set\`; see ${guideUrl("team-service")}.`,
  });
}
