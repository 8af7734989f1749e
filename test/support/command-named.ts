import { commands } from "../../src/commands/catalog.js";
import type { Command } from "../../src/commands/define-command.js";

export function commandNamed(name: string): Command {
  const command = commands.find((one) => one.name === name);
  if (!command) throw new Error(`Unknown command: ${name}.`);
  return command;
}
