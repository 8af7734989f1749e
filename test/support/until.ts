/** Asks again until it is so. A busy machine may take long; one where it never becomes so is told what was missing. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let asked = 0; !(await isSo()); asked++) {
    if (asked === maxAttempts) throw new Error(`It never came to this: ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** About a minute, within the time that a slow test has. */
const maxAttempts = 2400;
