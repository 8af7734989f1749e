import { AppError } from "../../base/errors.js";
import type { Platform } from "../../base/platform.js";
import { formatCount } from "../../base/text/plural.js";
import type { ConfigFiles } from "../../engine/config-files.js";
import { type Host, type HostContext, hookWords, type Launch } from "../../hosts/host.js";
import { ConfigSyntaxError } from "../formats/config-syntax-error.js";
import { type Finding, ok, warning } from "../system/finding.js";
import { valueAt } from "./apply-items.js";
import { checkHookTimeout } from "./check-hook-timeout.js";
import { approvedEvents } from "./hook-approval.js";
import type { Installer } from "./installer.js";
import { isOurHook, ourHooksIn, ourHooksInText } from "./our-hook.js";
import type { FilePlan } from "./plan-install.js";
import { shellCommandFile } from "./shell-command.js";

interface HostCheckDeps {
  readonly installer: Installer;
  readonly files: ConfigFiles;
  readonly platform: Platform;
  readonly launch: Launch;
}

/** Problems in how the agents on this machine are connected. Installing again fixes what can be fixed. */
export async function checkHosts(deps: HostCheckDeps): Promise<Finding[]> {
  const hosts = await deps.installer.detect();
  const findings = await Promise.all(hosts.map((host) => checkHost(host, deps)));
  return [...findings.flat(), ...(await checkCopies(deps))];
}

async function checkHost(host: Host, deps: HostCheckDeps): Promise<Finding[]> {
  try {
    const [commandLine, plugin] = [await serverCommandLine(host, deps), await enabledPlugin(host, deps)];
    if (commandLine === undefined) {
      const howTo = `not connected; \`throughline install --agent ${host.id}\` connects it.`;
      return [ok(host.id, plugin === undefined ? howTo : `connected by the plugin ${plugin}`)];
    }
    if (plugin !== undefined) return [duplicatedByPlugin(host, plugin, deps)];
    const { files: plans } = await planFor(host, deps);
    const refused = plans.flatMap(({ file, refused: why }) => (why === undefined ? [] : [`${file} ${why}.`]));
    const problems = [
      ...(await programProblems(commandLine, deps)),
      ...(await hookProblems(host, deps)),
      ...fileProblems(plans),
    ];
    const approval = await approvalProblems(host, deps);
    if (problems.length + refused.length + approval.length === 0) return [ok(host.id, `connected${guardLimit(host)}`)];
    // A fix would fail before the person has fixed these.
    const fix = refused.length > 0 ? {} : { fix: () => reinstall(host, deps) };
    return [
      ...approval.map((message) => warning(host.id, message)),
      ...[...refused, ...problems].map((message) => ({ ...warning(host.id, message), ...fix })),
    ];
  } catch (error) {
    if (!(error instanceof ConfigSyntaxError || error instanceof AppError)) throw error;
    return [warning(host.id, `its settings cannot be read: ${error.message}.`)];
  }
}

/** Rules still come with the start and the prompt, or with the server's instructions. */
const guardLimit = ({ payloads }: Host): string =>
  Object.values(payloads?.occasions ?? {}).includes("action")
    ? ""
    : "; it runs no hook before an action, so guards do not hold in it";

const planFor = ({ id }: Host, { installer }: HostCheckDeps) =>
  installer.plan({ agents: [id], scope: "user", project: "" });

async function reinstall(host: Host, deps: HostCheckDeps): Promise<void> {
  await deps.installer.apply(await planFor(host, deps));
}

const userContext = (platform: Platform): HostContext => ({ platform, scope: "user", project: "" });

/** The command line with which the host starts Throughline; undefined if it does not. */
async function serverCommandLine(host: Host, { files, platform }: HostCheckDeps): Promise<string[] | undefined> {
  const location = host.server?.(userContext(platform));
  for (const file of location?.files ?? []) {
    const text = await files.read(file);
    const entry = text === undefined || !location ? undefined : valueAt(text, location.format, location.path);
    if (entry !== undefined) return commandLineOf(entry as { command?: unknown; args?: unknown });
  }
  return undefined;
}

const commandLineOf = ({ command, args }: { command?: unknown; args?: unknown }): string[] =>
  [command, args].flat().filter((word): word is string => typeof word === "string");

async function programProblems(
  commandLine: readonly string[],
  { files, platform, launch }: HostCheckDeps,
): Promise<string[]> {
  const [program = "", script = ""] = commandLine;
  if (!platform.isAbsolute(program)) {
    return [`it starts \`${program}\` by name, which programs started from the desktop may not find.`];
  }
  const paths = [program, script].filter((path) => platform.isAbsolute(path));
  for (const path of paths) if (!(await files.exists(path))) return [`it starts ${path}, which does not exist.`];
  const isThisInstallation = launch.words.every((word, i) => commandLine[i] === word);
  return isThisInstallation ? [] : [`it starts another Throughline: ${paths.join(" ")}.`];
}

async function hookProblems(host: Host, { files, platform, launch }: HostCheckDeps): Promise<string[]> {
  const hooks = host.hooks?.location(userContext(platform));
  if (!host.hooks || hooks?.kind !== "list") return [];
  const { events } = host.hooks;
  const text = (await files.read(hooks.file)) ?? "";
  const eventHooks = events.map((event) => ({ event, list: valueAt(text, "json", ["hooks", event]) }));
  const count = (list: unknown) => ourHooksIn(list).length;
  const missing = eventHooks.filter(({ list }) => count(list) === 0).map(({ event }) => event);
  const duplicated = eventHooks.filter(({ list }) => count(list) > 1).map(({ event }) => event);
  const expected = events.map((event) => hooks.item(hookWords(launch, host.id, event), event, platform));
  const timeoutProblem = eventHooks
    .map(({ list }, i) => checkHookTimeout(list, expected[i]))
    .find((one) => one !== undefined);
  const unexpectedCommand = eventHooks
    .map(({ list }, i) => findUnexpectedCommand(list, expected[i]))
    .find((one) => one !== undefined);
  return [
    ...(unexpectedCommand === undefined ? [] : [`its hooks start another program: ${unexpectedCommand}.`]),
    ...(missing.length > 0 ? [`hooks are missing for ${missing.join(", ")}.`] : []),
    ...(duplicated.length > 0 ? [`hooks run twice for ${duplicated.join(", ")}.`] : []),
    ...(timeoutProblem === undefined ? [] : [timeoutProblem]),
  ];
}

/** Installing again does not help: only a person can approve. */
async function approvalProblems(host: Host, { files, platform }: HostCheckDeps): Promise<string[]> {
  const hooks = host.hooks?.location(userContext(platform));
  const approved = await approvedEvents(host.hooks, { read: files.read, platform });
  if (!hooks || !approved) return [];
  const installed = ourHooksInText((await files.read(hooks.file)) ?? "");
  const waiting = installed.filter(({ event }) => !approved.has(event));
  return waiting.length === 0 ? [] : [notApproved(host, waiting.length)];
}

const notApproved = ({ name, commands: [command = ""] }: Host, count: number): string =>
  `it does not run ${formatCount(count, "hook")} until you approve them: start \`${command}\`, enter /hooks and trust them. Until then ${name} receives its context from the server.`;

/** The command of one of our hooks that differs from the expected one. */
function findUnexpectedCommand(list: unknown, expected: unknown): string | undefined {
  const expectedCommand = commandsIn([expected])[0];
  const commands = commandsIn(Array.isArray(list) ? list.filter(isOurHook) : []);
  return commands.find((one) => one !== expectedCommand);
}

const commandsIn = (items: readonly unknown[]): string[] =>
  items
    .flatMap((item) => (item as { hooks?: unknown[] }).hooks ?? [item])
    .map((hook) => commandLineOf(hook as { command?: unknown; args?: unknown }).join(" "));

/** Files that contain only our items: a plugin, hooks, skills. */
function fileProblems(files: readonly FilePlan[]): string[] {
  const ours = files.filter(({ items, refused }) => refused === undefined && items.some(({ kind }) => kind === "file"));
  const missing = ours.filter(({ current }) => current === undefined).map(({ file }) => file);
  const outdated = ours
    .filter(({ current, next }) => current !== undefined && current !== next)
    .map(({ file }) => file);
  return [
    ...(missing.length > 0 ? [`installed files are missing: ${missing.join(", ")}.`] : []),
    ...(outdated.length > 0 ? [`installed files are out of date: ${outdated.join(", ")}.`] : []),
  ];
}

/** A plugin has its own hooks: with both, every event is handled twice. Ours can be installed again at any time. */
function duplicatedByPlugin({ id }: Host, plugin: string, { installer }: HostCheckDeps): Finding {
  const message = `the plugin ${plugin} duplicates the installation, so every event is handled twice. Keep one of them.`;
  return {
    ...warning(id, message),
    async fix() {
      await installer.applyRemoval(await installer.planRemoval([id]));
    },
  };
}

async function enabledPlugin(host: Host, { files, platform }: HostCheckDeps): Promise<string | undefined> {
  const location = host.plugins?.(userContext(platform));
  const text = location?.files[0] === undefined ? undefined : await files.read(location.files[0]);
  const plugins = text === undefined || !location ? {} : (valueAt(text, location.format, location.path) ?? {});
  return Object.entries(plugins).find(([name, state]) => name.startsWith("throughline@") && isOn(state))?.[0];
}

const isOn = (state: unknown) => state === true || (state as { enabled?: unknown } | null)?.enabled === true;

/** Several copies on the PATH: agents, hooks and the terminal would use different versions. Which one to remove is a person's choice. */
async function checkCopies({ files, platform, launch }: HostCheckDeps): Promise<Finding[]> {
  const copies = platform.searchPath
    .flatMap((folder) => platform.programNames("throughline").map((name) => platform.join(folder, name)))
    .filter((path) => path !== shellCommandFile(platform));
  const realPaths = await Promise.all(copies.map((path) => files.realPath(path)));
  const distinctPaths = [...new Set(realPaths.filter((path) => path !== undefined))];
  if (distinctPaths.length < 2) return [];
  const thisCopy = await files.realPath(launch.words[1] ?? "");
  const labels = distinctPaths.map((path) => (path === thisCopy ? `${path} (this one)` : path));
  return [warning("versions", `several copies are on the PATH: ${labels.join(", ")}. The first is used. Keep one.`)];
}
