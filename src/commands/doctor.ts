import * as z from "zod";
import type { AppCall } from "../domain/app.js";
import { examineStore } from "../domain/context/store-health.js";
import type { Finding } from "../domain/system/finding.js";
import { defineCommand } from "./define-command.js";

export const doctor = defineCommand({
  name: "doctor",
  summary: "Check Node, git, the database, permissions, disk, settings, and how agents are connected.",
  input: z.object({ fix: z.boolean().default(false).describe("Mend what can be mended.") }),
  examples: ["doctor", "doctor --fix"],

  async run({ fix }, app) {
    const findings = [...(await app.doctor.examine()), ...(await storeFindings(app))];
    if (fix) for (const finding of findings) await finding.fix?.();
    return { findings: (fix ? [...(await app.doctor.examine()), ...(await storeFindings(app))] : findings).map(shown) };
  },

  toText({ findings }, paint) {
    const marks = { ok: paint.green("ok     "), warning: paint.yellow("warning"), failure: paint.red("failure") };
    return findings
      .map((one) => `${marks[one.status]} ${one.check}: ${one.message}${one.fixable ? " Mend it with --fix." : ""}`)
      .join("\n");
  },

  isFailure: ({ findings }) => findings.some(({ status }) => status === "failure"),
});

/** The context store of the project we stand in, if any. */
async function storeFindings(app: AppCall): Promise<Finding[]> {
  const project = await app.context.open(app.call).catch(() => undefined);
  if (!project || !(await project.manifest.read())) return [];
  const problems = await examineStore(project);
  if (problems.length === 0)
    return [{ check: "context", status: "ok", message: "every file of the store can be read" }];
  return problems.map(({ file, problem }) => ({ check: "context", status: "warning", message: `${file}: ${problem}` }));
}

const shown = ({ check, status, message, fix }: Finding) => ({ check, status, message, fixable: fix !== undefined });
