import { AppError } from "../../base/errors.js";
import { formatCount } from "../../base/text/plural.js";
import { type Host, hookWords } from "../../hosts/host.js";
import { ConfigSyntaxError } from "../formats/config-syntax-error.js";
import { type Finding, ok, warning } from "../system/finding.js";
import { settingAt, valueAt } from "./apply-items.js";
import { type InstallEngines, programPaths, userContext } from "./find-hosts.js";
import { approvedEvents } from "./hook-approval.js";
import { shellCommandFile } from "./install-item.js";
import type { Installer } from "./installer.js";
import { commandIn, hooksIn, isOurHook, ourHooksIn, ourHooksInText } from "./our-hook.js";
import type { FilePlan } from "./plan-install.js";

interface HostCheckDeps extends Pick<InstallEngines, "files" | "platform" | "launch"> {
  readonly installer: Installer;
}

/** Problems in how the agents on this machine are connected. Installing again fixes what can be fixed. */
export async function checkHosts(deps: HostCheckDeps): Promise<Finding[]> {
  const hosts = await deps.installer.detect();
  const findings = await Promise.all(hosts.map((host) => checkHost(host, deps)));
  return [...findings.flat(), ...(await checkCopies(deps))];
}

async function checkHost(host: Host, deps: HostCheckDeps): Promise<Finding[]> {
  try {
    const server = await settingAt(host.server?.(userContext(deps.platform)), deps.files);
    const plugin = await enabledPlugin(host, deps);
    if (server === undefined) {
      const howTo = `not connected; \`throughline install --agent ${host.id}\` connects it.`;
      return [ok(host.id, plugin === undefined ? howTo : `connected by the plugin ${plugin}`)];
    }
    if (plugin !== undefined) return [duplicatedByPlugin(host, plugin, deps)];
    const { installer } = deps;
    const planAgain = () => installer.plan({ agents: [host.id], scope: "user", project: "" });
    const { files: plans } = await planAgain();
    const refused = plans.flatMap(({ file, refused: why }) => (why === undefined ? [] : [`${file} ${why}.`]));
    const problems = [
      ...(await programProblems(commandIn(server).words, deps)),
      ...(await hookProblems(host, deps)),
      ...fileProblems(plans),
    ];
    const approval = await approvalProblems(host, deps);
    if (problems.length + refused.length + approval.length === 0) return [ok(host.id, `connected${guardLimit(host)}`)];
    // A fix would fail before the person has fixed these.
    const fix = refused.length > 0 ? {} : { fix: async () => void (await installer.apply(await planAgain())) };
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

async function programProblems(commandLine: readonly string[], { files, platform, launch }: HostCheckDeps) {
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
  const eventsWith = (isWanted: (count: number) => boolean) =>
    eventHooks.filter(({ list }) => isWanted(ourHooksIn(list).length)).map(({ event }) => event);
  const missing = eventsWith((count) => count === 0);
  const duplicated = eventsWith((count) => count > 1);
  const expected = events.map((event) => hooks.item(hookWords(launch, host.id, event), event, platform));
  const [timeout] = eventHooks.flatMap(({ list }, i) => findWrongTimeout(list, expected[i]) ?? []);
  const [command] = eventHooks.flatMap(({ list }, i) => findUnexpectedCommand(list, expected[i]) ?? []);
  return [
    command !== undefined && `its hooks start another program: ${command}.`,
    missing.length > 0 && `hooks are missing for ${missing.join(", ")}.`,
    duplicated.length > 0 && `hooks run twice for ${duplicated.join(", ")}.`,
    timeout,
  ].filter((problem) => typeof problem === "string");
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
  items.flatMap(hooksIn).map((hook) => commandIn(hook).words.join(" "));

/** Names of the timeout field in hosts' settings. */
const timeoutFields = ["timeout", "timeoutSec"];

/** Returns a message if the timeout of one of our hooks is in the wrong unit: seconds for milliseconds, or the reverse. */
function findWrongTimeout(list: unknown, expected: unknown): string | undefined {
  const expectedTimeout = timeoutsIn(expected)[0];
  if (expectedTimeout === undefined || !Array.isArray(list)) return undefined;
  const wrongTimeout = list
    .filter(isOurHook)
    .flatMap(timeoutsIn)
    .find((one) => one >= expectedTimeout * 100 || one * 100 <= expectedTimeout);
  return wrongTimeout === undefined
    ? undefined
    : `a hook's timeout is ${wrongTimeout}, in the wrong unit: it should be ${expectedTimeout}.`;
}

function timeoutsIn(value: unknown): number[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) =>
    timeoutFields.includes(name) && typeof child === "number" ? [child] : timeoutsIn(child),
  );
}

/** Files that contain only our items: a plugin, hooks, skills. */
function fileProblems(files: readonly FilePlan[]): string[] {
  const ours = files.filter(({ items, refused }) => refused === undefined && items.some(({ kind }) => kind === "file"));
  const isMissing = ({ current }: FilePlan) => current === undefined;
  const problem = (plans: readonly FilePlan[], what: string) =>
    plans.length === 0 ? [] : [`installed files are ${what}: ${plans.map(({ file }) => file).join(", ")}.`];
  return [
    ...problem(ours.filter(isMissing), "missing"),
    ...problem(
      ours.filter((plan) => !isMissing(plan) && plan.current !== plan.next),
      "out of date",
    ),
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
  const plugins = (await settingAt(host.plugins?.(userContext(platform)), files)) ?? {};
  return Object.entries(plugins).find(([name, state]) => name.startsWith("throughline@") && isOn(state))?.[0];
}

const isOn = (state: unknown) => state === true || (state as { enabled?: unknown } | null)?.enabled === true;

/** Several copies on the PATH: agents, hooks and the terminal would use different versions. Which one to remove is a person's choice. */
async function checkCopies({ files, platform, launch }: HostCheckDeps): Promise<Finding[]> {
  const copies = programPaths(platform, "throughline").filter((path) => path !== shellCommandFile(platform));
  const realPaths = await Promise.all(copies.map((path) => files.realPath(path)));
  const distinctPaths = [...new Set(realPaths.filter((path) => path !== undefined))];
  if (distinctPaths.length < 2) return [];
  const thisCopy = await files.realPath(launch.words[1] ?? "");
  const labels = distinctPaths.map((path) => (path === thisCopy ? `${path} (this one)` : path));
  return [warning("versions", `several copies are on the PATH: ${labels.join(", ")}. The first is used. Keep one.`)];
}
