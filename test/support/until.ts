/** Polls until the condition holds. A busy machine may take long; the error names what never happened. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let asked = 0; !(await isSo()); asked++) {
    if (asked === maxAttempts) throw new Error(`It never came to this: ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** About a minute, within the time that a slow test has. */
const maxAttempts = 2400;
