import * as z from "zod";
import { formatCount } from "../base/text/plural.js";
import type { CommandCall } from "../domain/command-app.js";
import { checkStore } from "../domain/context/store-health.js";
import { type Finding, ok, warning } from "../domain/system/finding.js";
import { defineCommand } from "./define-command.js";
import { flag } from "./fields.js";

export const doctor = defineCommand({
  name: "doctor",
  summary: "Check Node, git, the database, permissions, disk, settings and agent connections.",
  input: z.object({ fix: flag("Fix what can be fixed automatically.") }),
  examples: ["doctor", "doctor --fix"],

  async run({ fix }, app) {
    const findings = await runAllChecks(app);
    if (fix) for (const finding of findings) await finding.fix?.();
    return { findings: (fix ? await runAllChecks(app) : findings).map(toRow) };
  },

  toText({ findings }, paint) {
    const labels = { ok: paint.green("ok     "), warning: paint.yellow("warning"), failure: paint.red("failure") };
    return [
      findings.map(({ status, check, message }) => `${labels[status]} ${check}: ${message}`),
      summaryOf(findings),
    ];
  },

  isFailure: ({ findings }) => findings.some(({ status }) => status === "failure"),
});

/** The machine, the product, and the shared files of the current project. */
async function runAllChecks({ doctor, context, call }: CommandCall): Promise<Finding[]> {
  const findings = await doctor.runChecks();
  const project = await context.open(call).catch(() => undefined);
  if (!project || !(await project.manifest.read())) return findings;
  const problems = await checkStore(project);
  if (problems.length === 0) return [...findings, ok("context", "all files of the store are readable")];
  return [...findings, ...problems.map(({ file, problem }) => warning("context", `${file}: ${problem}`))];
}

function summaryOf(findings: readonly Pick<Finding, "status">[]): string {
  const count = (status: Finding["status"]) => findings.filter((one) => one.status === status).length;
  const [failures, warnings] = [count("failure"), count("warning")];
  if (failures + warnings === 0) return "Everything is fine.";
  return `${formatCount(failures, "failure")}, ${formatCount(warnings, "warning")}.`;
}

/** The message says what was found, then the command that fixes it. */
function toRow({ check, status, message, remedy, fix }: Finding) {
  const advice = fix ? "Fix it with `throughline doctor --fix`." : remedy;
  return { check, status, message: [message, advice].filter(Boolean).join(" "), fixable: fix !== undefined };
}
