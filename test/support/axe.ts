import axe from "axe-core";
import type { Frame, Page } from "playwright-core";

interface AxeWindow {
  readonly axe: {
    run(): Promise<{ violations: { id: string; help: string; nodes: { html: string; failureSummary?: string }[] }[] }>;
  };
}

/** What makes the page hard to use with assistive technology; empty when nothing does. */
export async function findBarriers(page: Page | Frame): Promise<string[]> {
  // Put in by the driver, outside the page's content policy.
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(`${axe.source};void 0`);
  // Told in the page: the whole report, on its way to the test, takes longer than finding it.
  return page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as AxeWindow).axe.run();
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html.slice(0, 300)}\n  ${failureSummary ?? ""}`),
    );
  });
}
