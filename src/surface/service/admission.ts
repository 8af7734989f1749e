/** The result of a request to enter. */
export type Entry = { readonly kind: "in"; leave(): void } | { readonly kind: "full" };

export type AdmissionControl = ReturnType<typeof createAdmissionControl>;

/** Limits concurrent and queued requests, first in, first out; further ones are refused at once. */
export function createAdmissionControl(maxConcurrent: number, maxQueued: number) {
  let inside = 0;
  const waiting: (() => void)[] = [];
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else inside -= 1;
  };
  const admit = (): Entry => {
    let hasLeft = false;
    return {
      kind: "in",
      leave() {
        if (!hasLeft) leave();
        hasLeft = true;
      },
    };
  };
  return {
    async enter(): Promise<Entry> {
      if (inside < maxConcurrent) {
        inside += 1;
        return admit();
      }
      if (waiting.length >= maxQueued) return { kind: "full" };
      await new Promise<void>((admitted) => waiting.push(admitted));
      return admit();
    },
    get inside() {
      return inside;
    },
    get waiting() {
      return waiting.length;
    },
  };
}
