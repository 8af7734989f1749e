// Preloaded into every process of the product: its clock starts at HANDOVER_NOW, so that ages and dates are the same in
// every run while durations stay real.
const start = Date.parse(process.env.HANDOVER_NOW ?? "");
if (!Number.isNaN(start)) {
  const RealDate = Date;
  const offset = start - RealDate.now();
  const now = () => RealDate.now() + offset;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, name, receiver) => (name === "now" ? now : Reflect.get(target, name, receiver)),
  });
}
