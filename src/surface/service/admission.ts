/** How a request that wants in fares. */
export type Entry = { readonly kind: "in"; leave(): void } | { readonly kind: "full" };

export interface AdmissionControl {
  enter(): Promise<Entry>;
  readonly inside: number;
  readonly waiting: number;
}

/** Lets so many requests work at once and so many wait, in order of arrival; the rest is sent away at once. */
export function createAdmissionControl(maxConcurrent: number, maxQueued: number): AdmissionControl {
  let inside = 0;
  const waiting: (() => void)[] = [];
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else inside -= 1;
  };
  const idempotency = (): Entry => {
    let isOut = false;
    return {
      kind: "in",
      leave() {
        if (!isOut) leave();
        isOut = true;
      },
    };
  };
  return {
    async enter() {
      if (inside < maxConcurrent) {
        inside += 1;
        return idempotency();
      }
      if (waiting.length >= maxQueued) return { kind: "full" };
      await new Promise<void>((admitted) => waiting.push(admitted));
      return idempotency();
    },
    get inside() {
      return inside;
    },
    get waiting() {
      return waiting.length;
    },
  };
}
