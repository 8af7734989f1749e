import { isObject } from "../../base/json.js";

/** Our hook's arguments, separated by a space in a command line, by quotes and a comma in a list. */
const ourArguments = /hook(?: |"\s*,\s*")--host(?: |"\s*,\s*")([\w-]+)(?: |"\s*,\s*")--event(?: |"\s*,\s*")([\w.]+)/g;

/** One of our hooks in a settings file, with any paths. */
export interface OurHook {
  readonly host: string;
  readonly event: string;
}

/** Every one of our hooks in a value of a settings file, recognized by its arguments. */
export const ourHooksIn = (value: unknown): OurHook[] => ourHooksInText(JSON.stringify(value) ?? "");

/** The same in the text of a settings file, valid or not. */
export const ourHooksInText = (text: string): OurHook[] =>
  [...text.matchAll(ourArguments)].map(([, host = "", event = ""]) => ({ host, event }));

/** True if an item of a list of hooks has only our commands; a group that a person has added to is theirs. */
export function isOurHook(item: unknown): boolean {
  const commands = hooksIn(item);
  return commands.length > 0 && commands.every((command) => ourHooksIn(command).length > 0);
}

/** Paths of our hooks in a list of hooks: whole items, and our command in a person's group. */
export function ourHookPaths(list: unknown): string[][] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: unknown, index) => {
    if (isOurHook(item)) return [[String(index)]];
    return hooksIn(item).flatMap((command, i) =>
      ourHooksIn(command).length > 0 ? [[String(index), "hooks", String(i)]] : [],
    );
  });
}

/** The hooks of a group, or the one that an item is. */
export const hooksIn = (item: unknown): unknown[] =>
  isObject(item) && Array.isArray(item.hooks) ? item.hooks : [item];

/** A command as hosts write it: program and arguments, a list, or a line for the shell. */
export function commandIn(entry: unknown) {
  const { command, args, env, environment } = isObject(entry) ? entry : {};
  const words = [command, args].flat().filter((word): word is string => typeof word === "string");
  const isShellLine = typeof command === "string" && !Array.isArray(args);
  return { words, isShellLine, env: { ...textsOf(env), ...textsOf(environment) } };
}

const textsOf = (env: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(env ?? {}).map(([name, value]) => [name, String(value)]));
