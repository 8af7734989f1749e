import type { Sandbox } from "./sandbox.js";

/** The first of several sandboxes that works on this machine. */
export function firstSandbox(sandboxes: readonly Sandbox[]): Sandbox {
  const pick = async () => {
    for (const sandbox of sandboxes) if ((await sandbox.probe()).works) return sandbox;
    return undefined;
  };
  return {
    async probe() {
      const sandbox = await pick();
      if (sandbox) return sandbox.probe();
      const verdicts = await Promise.all(sandboxes.map((one) => one.probe()));
      return { works: false, about: verdicts.map(({ about }) => about).join("; ") };
    },
    async wrap(file, args, plan) {
      const sandbox = await pick();
      if (!sandbox) throw new RangeError("No sandbox works here.");
      return sandbox.wrap(file, args, plan);
    },
  };
}
