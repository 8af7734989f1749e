import { AppError } from "../../../base/errors.js";
import { flagOf, isSettingName, settingNames, settingOf } from "../../../base/settings.js";
import { addSampleData, hasSampleData, removeSampleData } from "../../../domain/overview/sample-data.js";
import type { SurfaceCall } from "../../../domain/surface-app.js";
import type { Finding } from "../../../domain/system/finding.js";
import { sessionAgents } from "../../../hosts/all-hosts.js";
import { route } from "./define-route.js";

/** What connecting the agents on this machine would change, as `throughline install --json` reports it. */
interface InstallPlan {
  readonly agents: readonly { readonly agent: string; readonly name: string; readonly afterwards: string }[];
  /** The change is `none` if nothing changes; otherwise there is a unified diff. */
  readonly files: readonly { readonly file: string; readonly change: string; readonly diff: string }[];
}

interface DoctorReport {
  readonly findings: readonly (Pick<Finding, "check" | "status" | "message"> & { readonly fixable: boolean })[];
}

const maxAgeSeconds = 3600;

/** Settings, agents and checks of the owner's machine. */
export const machineRoutes = {
  "GET /api/settings": route("owner", async (_, app) => {
    const { values, origins } = app.settings;
    // Read again: what the page set a moment ago is in the file and applies after a restart.
    const file = (await app.settingsFiles.userLayer()).values;
    return {
      file: app.home.config,
      settings: settingNames.map((name) => {
        const { secret, default: fallback, describe: about, valueFormat: shape } = settingOf(name);
        const { origin, where } = origins[name];
        const isFromFile = origin === "default" || origin === "user file";
        const value = isFromFile ? (file[name] ?? fallback) : values[name];
        return {
          name,
          value: secret && value !== fallback ? "[hidden]" : value,
          default: fallback,
          about,
          shape,
          ...(isFromFile && file[name] !== undefined
            ? { origin: "user file", where: app.home.config }
            : { origin, where }),
          /** Whether the page may change it. */
          editable: isFromFile && !secret,
        };
      }),
    };
  }),

  "POST /api/settings": route("owner", async (request, app) => {
    const { name, value } = await request.body();
    if (typeof name !== "string" || !isSettingName(name))
      throw new AppError("invalid", `Unknown setting: ${String(name)}.`, { hint: "GET /api/settings lists them." });
    if (settingOf(name).secret)
      throw new AppError("forbidden", `${name} cannot be set from the page.`, {
        hint: "Use `throughline config edit`.",
      });
    await app.settingsFiles.set(name, Array.isArray(value) ? value.join(",") : String(value ?? ""));
    return { name };
  }),

  /** The agents on this machine, and every change that connecting them would make. */
  "GET /api/setup": route("owner", async (_, app) => {
    const { agents, files } = await runSelf<InstallPlan>(app, ["install", "--dry-run"]);
    const readable = agents.map(({ agent }) => agent).filter((id) => sessionAgents().includes(id));
    const options = { agents: readable, since: undefined, dryRun: true, progress: () => {} };
    return { agents, files, sessions: (await app.ingest.importAll(options)).due };
  }),

  /** Connects agents and imports their past sessions. Only agents that the plan names. */
  "POST /api/setup": route("owner", async (request, app) => {
    const { agents: names } = await request.body();
    const isName = (one: unknown): one is string => typeof one === "string" && /^[a-z][a-z-]*$/.test(one);
    if (!Array.isArray(names) || names.length === 0 || !names.every(isName))
      throw new AppError("invalid", "The field agents must list agents to connect.");
    const { agents } = await runSelf<InstallPlan>(app, ["install", "--yes", "--agent", names.join(",")]);
    return { agents };
  }),

  /** Adds records to try the page with. */
  "POST /api/setup/sample": route("owner", async (_, app) => {
    if (!(await hasSampleData(app))) await addSampleData(app);
    return {};
  }),

  "POST /api/setup/sample/remove": route("owner", async (_, app) => {
    await removeSampleData(app);
    return {};
  }),

  /** `max_age` accepts a report of so many seconds ago: Home shows one each time it is opened. */
  "GET /api/doctor": route("owner", (request, app) => {
    const maxAgeMs = 1000 * request.number("max_age", { min: 0, max: maxAgeSeconds, fallback: 0 });
    const last = reports.get(app.startSelf);
    const isRecent = last !== undefined && app.runtime.now().getTime() - last.startedMs < maxAgeMs;
    return isRecent ? last.report : runDoctor(app, []);
  }),

  /** Fixes what can be fixed automatically and checks again. */
  "POST /api/doctor/fix": route("owner", (_, app) => runDoctor(app, ["--fix"])),
};

/** The last report of each server, also one that is still running. */
const reports = new WeakMap<SurfaceCall["startSelf"], { startedMs: number; report: Promise<DoctorReport> }>();

/** In a separate process: checking a large database takes seconds and would block this one. */
function runDoctor(app: SurfaceCall, flags: readonly string[]): Promise<DoctorReport> {
  const report = runSelf<DoctorReport>(app, ["doctor", ...flags]).then(({ findings }) => ({ findings }));
  reports.set(app.startSelf, { startedMs: app.runtime.now().getTime(), report });
  // A failed check is not repeated to the next request.
  report.catch(() => reports.delete(app.startSelf));
  return report;
}

/** Runs a command of this program in a separate process and reads its JSON answer. */
async function runSelf<T>(app: SurfaceCall, args: readonly string[]): Promise<T> {
  const { output } = await app.startSelf([...args, "--json", ...inheritedFlags(app)], "");
  try {
    return JSON.parse(output) as T;
  } catch (cause) {
    const command = `throughline ${args[0]}`;
    const hint = `Run \`${command}\` in a terminal to see why.`;
    throw new AppError("unavailable", `\`${command}\` did not finish.`, { hint, cause });
  }
}

/** The flags of this server, so that the command uses the same database with the same settings. */
const inheritedFlags = ({ settings: { values, origins } }: SurfaceCall): string[] =>
  settingNames
    .filter((name) => origins[name].origin === "flag")
    .map((name) => `--${flagOf(name)}=${[values[name]].flat().join(",")}`);
