/** Words stand apart by a space in a command line, by quotes and a comma in a list. */
const marks = /hook(?: |"\s*,\s*")--host(?: |"\s*,\s*")([\w-]+)(?: |"\s*,\s*")--event(?: |"\s*,\s*")([\w.]+)/g;

/** A hook of ours found in a settings file, whatever paths it names. */
export interface FoundHook {
  readonly host: string;
  readonly event: string;
}

/** Every hook of ours in a value of a settings file: our arguments tell them from all others. */
export const ourHooksIn = (value: unknown): FoundHook[] => ourHooksInText(JSON.stringify(value) ?? "");

/** The same in the text of a settings file. */
export const ourHooksInText = (text: string): FoundHook[] =>
  [...text.matchAll(marks)].map(([, host = "", event = ""]) => ({ host, event }));

/** Whether an item of a list of hooks is ours alone: a group that a person has added to is theirs. */
export function isOurHook(item: unknown): boolean {
  const commands = commandsIn(item);
  return commands.length > 0 && commands.every((command) => ourHooksIn(command).length > 0);
}

/** Where the items of a list are that are ours alone. */
export const ourHookIndexes = (list: unknown): string[] =>
  Array.isArray(list) ? list.flatMap((item, index) => (isOurHook(item) ? [String(index)] : [])) : [];

function commandsIn(item: unknown): unknown[] {
  const { hooks } = (item ?? {}) as { hooks?: unknown };
  return Array.isArray(hooks) ? hooks : [item];
}
