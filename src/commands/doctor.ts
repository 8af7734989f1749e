import * as z from "zod";
import { examine } from "../domain/system/examine.js";
import type { Finding } from "../domain/system/finding.js";
import { defineCommand } from "./define-command.js";

export const doctor = defineCommand({
  name: "doctor",
  summary: "Check Node, git, the database, permissions, disk, settings and agent connections.",
  input: z.object({ fix: z.boolean().default(false).describe("Fix what can be fixed automatically.") }),
  examples: ["doctor", "doctor --fix"],

  async run({ fix }, app) {
    const findings = await examine(app);
    if (fix) for (const finding of findings) await finding.fix?.();
    return { findings: (fix ? await examine(app) : findings).map(toRow) };
  },

  toText({ findings }, paint) {
    const labels = { ok: paint.green("ok     "), warning: paint.yellow("warning"), failure: paint.red("failure") };
    return findings
      .map((one) => `${labels[one.status]} ${one.check}: ${one.message}${one.fixable ? " Fix it with --fix." : ""}`)
      .join("\n");
  },

  isFailure: ({ findings }) => findings.some(({ status }) => status === "failure"),
});

const toRow = ({ check, status, message, fix }: Finding) => ({ check, status, message, fixable: fix !== undefined });
