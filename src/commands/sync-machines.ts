import { resolve } from "node:path";
import * as z from "zod";
import { formatCount } from "../base/text/plural.js";
import { defineCommand } from "./define-command.js";
import { flag, optionalText } from "./fields.js";

/** A URL or `host:path` is for git; anything else is a path. */
const isAddress = (remote: string) => /^[a-z+]+:\/\/|^[^/\\:]{2,}:/i.test(remote);

export const syncMachines = defineCommand("sync machines", {
  summary:
    "Sync memories, fixes and checkpoints with your other machines, encrypted, through a folder or a git remote.",
  input: z.object({
    remote: optionalText("Folder that your machines share, or a git remote of yours. Default: as the last time."),
    "key-file": optionalText("Copy of another machine's key, to join it."),
    "new-key": flag("Change the key, to shut out a lost machine."),
    leave: flag("Stop syncing this machine. Nothing is deleted elsewhere."),
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
    return [
      `${remote}: sent ${formatCount(sent, "change")}, received ${formatCount(received, "change")}.`,
      machines.map(({ name, at, isThis }) => `  ${name}${isThis ? " (this machine)" : ""} ${paint.dim(at)}`),
      unreadable > 0 && `${formatCount(unreadable, "segment")} could not be read; the next sync tries again.`,
      hasNewKey && [
        `The key is in ${keyFile}. Without it nothing there can be read: keep a copy in your password manager.`,
        `To add a machine, copy the file to it and run: throughline sync machines ${remote} --key-file PATH`,
      ],
    ];
  },
});
