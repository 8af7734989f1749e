import axe from "axe-core";
import type { Frame, Page } from "playwright-core";

interface AxeWindow {
  readonly axe: {
    run(options?: {
      runOnly: readonly string[];
    }): Promise<{ violations: { id: string; help: string; nodes: { html: string; failureSummary?: string }[] }[] }>;
  };
}

/** The axe violations of the page, of all rules or of the named ones. */
export async function findBarriers(page: Page | Frame, ...runOnly: string[]): Promise<string[]> {
  // Injected by the driver, which bypasses the content security policy.
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(`${axe.source};void 0`);
  // Summarized in the page, because transferring the full report takes longer than creating it.
  return page.evaluate(async (rules) => {
    const { violations } = await (globalThis as unknown as AxeWindow).axe.run(
      rules.length > 0 ? { runOnly: rules } : undefined,
    );
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html.slice(0, 300)}\n  ${failureSummary ?? ""}`),
    );
  }, runOnly);
}
