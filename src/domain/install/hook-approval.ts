import type { Platform } from "../../base/platform.js";
import type { HookSetup } from "../../hosts/host.js";
import { valueInToml } from "../formats/read-toml.js";
import { ourHooksInText } from "./our-hook.js";

interface Deps {
  /** Undefined when there is no such file or it cannot be read. */
  read(path: string): Promise<string | undefined>;
  readonly platform: Platform;
}

/**
 * Events whose hooks a person approved, for a host that asks: its settings then have a hash under a key that begins with
 * the file and the event. Undefined for hosts that run every hook.
 */
export async function approvedEvents(
  hooks: HookSetup | undefined,
  { read, platform }: Deps,
): Promise<ReadonlySet<string> | undefined> {
  const context = { platform, scope: "user", project: "" } as const;
  const location = hooks?.approvals?.(context);
  if (!location || !hooks) return undefined;
  const { file } = hooks.location(context);
  const text = (await read(location.files[0] ?? "")) ?? "";
  const records = Object.entries(recordsIn(text, location.path));
  const isApproved = (event: string) =>
    records.some(([key, record]) => key.startsWith(`${file}:${snakeCase(event)}:`) && hasHash(record));
  return new Set(hooks.events.filter(isApproved));
}

/** Whether the host runs our hook at the start of a session, as far as its files show. */
export async function runsStartHook(setup: HookSetup, deps: Deps): Promise<boolean> {
  const hooks = setup.location({ platform: deps.platform, scope: "user", project: "" });
  const text = await deps.read(hooks.file);
  if (!text || setup.startsByServer) return false;
  // A file of ours handles every event.
  if (hooks.kind === "file") return true;
  const start = ourHooksInText(text).find(({ event }) => /^(?:sessionstart|preinvocation)$/i.test(event));
  const approved = await approvedEvents(setup, deps);
  return start !== undefined && (approved?.has(start.event) ?? true);
}

function recordsIn(text: string, path: readonly string[]): object {
  try {
    const value = valueInToml(text, path);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

const hasHash = (record: unknown): boolean =>
  typeof (record as { trusted_hash?: unknown } | null)?.trusted_hash === "string";

/** `SessionStart` → `session_start`. */
const snakeCase = (event: string): string => event.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
