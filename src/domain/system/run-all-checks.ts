import type { CommandCall } from "../command-app.js";
import { checkStore } from "../context/check-context.js";
import type { Finding } from "./finding.js";

type Deps = Pick<CommandCall, "doctor" | "context" | "call">;

/** Everything that `doctor` checks: the machine, the product, and the shared files of the current project. */
export const runAllChecks = async (app: Deps): Promise<Finding[]> => [
  ...(await app.doctor.runChecks()),
  ...(await checkContext(app)),
];

async function checkContext(app: Deps): Promise<Finding[]> {
  const project = await app.context.open(app.call).catch(() => undefined);
  if (!project || !(await project.manifest.read())) return [];
  const problems = await checkStore(project);
  if (problems.length === 0)
    return [{ check: "context", status: "ok", message: "all files of the store are readable" }];
  return problems.map(({ file, problem }) => ({ check: "context", status: "warning", message: `${file}: ${problem}` }));
}
