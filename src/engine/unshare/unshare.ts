import { execFile } from "node:child_process";
import { stat } from "node:fs/promises";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import type { Sandbox, SandboxPlan, SandboxVerdict } from "../sandbox.js";

const run = promisify(execFile);

/**
 * In a mount namespace of its own: binds the writable folders over themselves, then makes every other mount
 * read-only, and gives up if one stays writable. A second user namespace takes the right to mount away again and
 * restores the user's own number. Arguments: user, group, how many folders, the folders, the command.
 */
const script = `
set -e
user=$1; group=$2; count=$3; shift 3
writable=""
while [ "$count" -gt 0 ]; do
  mount --bind "$1" "$1"
  writable="$writable|$1|"
  shift; count=$((count - 1))
done
while read -r _ _ _ _ target options _; do
  target=$(printf '%b' "$target")
  case "$writable" in *"|$target|"*) continue ;; esac
  case "$target" in /proc|/proc/*|/dev|/dev/pts|/dev/mqueue|/sys|/sys/*) continue ;; esac
  case "$options" in ro|ro,*) continue ;; esac
  flags=remount,bind,ro
  for flag in nosuid nodev noexec noatime nodiratime relatime; do
    case ",$options," in *",$flag,"*) flags=$flags,$flag ;; esac
  done
  mount -o "$flags" "$target"
done < /proc/self/mountinfo
exec unshare --user --map-user="$user" --map-group="$group" -- "$@"
`;

const words = (user: number, group: number, writable: readonly string[], command: readonly string[]): string[] => [
  ...["--user", "--map-root-user", "--mount", "--propagation", "private", "--", "/bin/sh", "-c", script, "sh"],
  ...[String(user), String(group), String(writable.length), ...writable, ...command],
];

/** User and mount namespaces of the kernel, where bubblewrap is not installed. Hides nothing: it only keeps writes inside. */
export function unshare(): Sandbox {
  let asked: Promise<SandboxVerdict> | undefined;
  const user = process.getuid?.() ?? 0;
  const group = process.getgid?.() ?? 0;
  return {
    probe: () => {
      asked ??= probe(user, group);
      return asked;
    },

    async wrap(file, args, plan) {
      const writable = await writableFolders(plan);
      const temporary = writable.at(-1) ?? plan.folder;
      const command = ["/usr/bin/env", "-C", plan.folder, `TMPDIR=${temporary}`, file, ...args];
      return { file: "unshare", args: words(user, group, writable, command) };
    },
  };
}

async function probe(user: number, group: number): Promise<SandboxVerdict> {
  if (process.platform !== "linux") return { works: false, about: "user namespaces are available on Linux only" };
  try {
    await run("unshare", words(user, group, [], ["/bin/sh", "-c", "! touch / 2>/dev/null"]), { timeout: 10_000 });
    return { works: true, about: "user and mount namespaces work (unshare); writes stay in the repository" };
  } catch (error) {
    const said = error instanceof Error && "stderr" in error ? String(error.stderr).trim().split("\n")[0] : "";
    return { works: false, about: `user namespaces cannot be used here: ${said}` };
  }
}

/** Only folders that exist can be bound; the run's own folder comes last. */
async function writableFolders(plan: SandboxPlan): Promise<string[]> {
  const own = plan.kind === "agent" ? plan.homeShown.map((name) => join(homedir(), name)) : [];
  const paths = [...own, ...(plan.mayWrite ? [plan.folder] : []), ...plan.writable.toReversed()].map((path) =>
    resolve(path),
  );
  const there = await Promise.all([...new Set(paths)].map(async (path) => ((await exists(path)) ? [path] : [])));
  return there.flat();
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
