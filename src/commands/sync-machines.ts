import { resolve } from "node:path";
import * as z from "zod";
import { formatCount } from "../base/text/plural.js";
import { defineCommand } from "./define-command.js";

/** A URL or `host:path` is for git; anything else is a path. */
const isAddress = (remote: string) => /^[a-z+]+:\/\/|^[^/\\:]{2,}:/i.test(remote);

export const syncMachines = defineCommand({
  name: "sync machines",
  summary:
    "Sync memories, fixes and checkpoints with your other machines, encrypted, through a folder or a git remote.",
  input: z.object({
    remote: z
      .string()
      .optional()
      .describe("Folder that your machines share, or a git remote of yours. Default: as the last time."),
    "key-file": z.string().optional().describe("Copy of another machine's key, to join it."),
    "new-key": z.boolean().default(false).describe("Change the key, to shut out a lost machine."),
    leave: z.boolean().default(false).describe("Stop syncing this machine. Nothing is deleted elsewhere."),
  }),
  positional: ["remote"],
  examples: [
    "sync machines git@github.com:me/memory.git",
    "sync machines ~/Dropbox/throughline --key-file machines.key",
    "sync machines",
    "sync machines --new-key",
  ],

  async run({ remote, "key-file": keyFile, "new-key": isNewKey, leave }, { machines, call }) {
    if (leave) return machines.leave(call);
    const path = (text: string) => resolve(call.folder, text);
    return machines.sync(call, {
      remote: remote === undefined || isAddress(remote) ? remote : path(remote),
      keyFile: keyFile === undefined ? undefined : path(keyFile),
      isNewKey,
    });
  },

  toText(report, paint) {
    if (!report) return "This machine no longer syncs with others.";
    const { sent, received, unreadable, remote, keyFile, hasNewKey, machines } = report;
    const lines = [`${remote}: sent ${formatCount(sent, "change")}, received ${formatCount(received, "change")}.`];
    for (const { name, at, isThis } of machines)
      lines.push(`  ${name}${isThis ? " (this machine)" : ""} ${paint.dim(at)}`);
    if (unreadable > 0)
      lines.push(`${formatCount(unreadable, "segment")} could not be read; the next sync tries again.`);
    if (hasNewKey)
      lines.push(
        `The key is in ${keyFile}. Without it nothing there can be read: keep a copy in your password manager.`,
        `To add a machine, copy the file to it and run: throughline sync machines ${remote} --key-file PATH`,
      );
    return lines.join("\n");
  },
});
