/** Polls until the condition holds. A busy machine may take long; the error names what never happened. */
export async function until(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (let attempts = 0; !(await isTrue()); attempts++) {
    if (attempts === maxAttempts) throw new Error(`Timed out waiting until ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** About a minute, within the time that a slow test has. */
const maxAttempts = 2400;
