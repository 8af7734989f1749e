/** Invented but realistic sessions for the sample home. */

export type Step =
  | { readonly say: string }
  | { readonly read: string; readonly text: string }
  | { readonly edit: string; readonly before: string; readonly after: string }
  | { readonly run: string; readonly out: string; readonly code?: number };

export interface Story {
  readonly project: "shop" | "payments" | "mobile" | "handbook";
  readonly ask: string;
  readonly steps: readonly Step[];
  readonly answer: string;
}

export const stories: readonly Story[] = [
  {
    project: "shop",
    ask: "The checkout test fails about one run in five with a timeout. Find out why and fix it.",
    steps: [
      {
        run: "npx vitest run test/checkout.test.ts",
        out: "FAIL test/checkout.test.ts > pays with a saved card\nError: Test timed out in 5000ms.\n ❯ test/checkout.test.ts:41:3",
        code: 1,
      },
      {
        read: "src/checkout/pay.ts",
        text: "export async function pay(cart: Cart, card: Card) {\n  const intent = await createIntent(cart.total);\n  return confirm(intent, card);\n}",
      },
      {
        say: "The confirmation is retried without a limit when the sandbox answers 409. I'll bound it and wait between tries.",
      },
      {
        edit: "src/checkout/pay.ts",
        before: "  const intent = await createIntent(cart.total);\n  return confirm(intent, card);\n",
        after:
          "  const intent = await createIntent(cart.total, { idempotencyKey: cart.id });\n  return retry(() => confirm(intent, card), { times: 3, waitMs: 200 });\n",
      },
      {
        run: "npx vitest run test/checkout.test.ts --repeat 20",
        out: "✓ test/checkout.test.ts (20 runs)\nTests  120 passed (120)",
      },
    ],
    answer:
      "The payment was confirmed **without an idempotency key**, so a slow first answer made the retry collide with itself.\n\n- `pay` now sends `cart.id` as the key\n- at most three tries, 200 ms apart\n\nTwenty runs in a row pass.",
  },
  {
    project: "shop",
    ask: "Add a filter by color to the product list, and keep it in the URL so that links can be shared.",
    steps: [
      {
        read: "src/catalog/product-list.tsx",
        text: "export function ProductList({ products }: Props) {\n  return <ul>{products.map(toRow)}</ul>;\n}",
      },
      {
        edit: "src/catalog/product-list.tsx",
        before: "export function ProductList({ products }: Props) {\n  return <ul>{products.map(toRow)}</ul>;\n}",
        after:
          'export function ProductList({ products }: Props) {\n  const [color, setColor] = useQueryParam("color");\n  const shown = color ? products.filter((one) => one.colors.includes(color)) : products;\n  return (\n    <>\n      <ColorPicker value={color} onChange={setColor} />\n      <ul>{shown.map(toRow)}</ul>\n    </>\n  );\n}',
      },
      {
        run: "npm run typecheck",
        out: "src/catalog/color-picker.tsx(12,7): error TS2322: Type 'string | null' is not assignable to type 'string'.",
        code: 2,
      },
      {
        edit: "src/catalog/color-picker.tsx",
        before: "  readonly value: string;\n",
        after: "  readonly value: string | null;\n",
      },
      { run: "npm run typecheck", out: "" },
    ],
    answer:
      "The list filters by color and the choice is in the address as `?color=`. An unknown color shows everything.",
  },
  {
    project: "shop",
    ask: "Why is the product page slow on the first visit? Lighthouse says 4.1 s to largest paint.",
    steps: [
      {
        run: "npx lighthouse http://localhost:3000/p/42 --quiet",
        out: "Largest Contentful Paint   4.1 s\nRender-blocking resources  1.9 s\nImage elements lack size   3 found",
      },
      { read: "src/pages/product.tsx", text: 'import "./carousel.css";\nimport { Carousel } from "big-carousel";\n' },
      {
        edit: "src/pages/product.tsx",
        before: 'import { Carousel } from "big-carousel";\n',
        after: 'const Carousel = lazy(() => import("big-carousel"));\n',
      },
      { run: "npx lighthouse http://localhost:3000/p/42 --quiet", out: "Largest Contentful Paint   1.6 s" },
    ],
    answer:
      "The carousel was loaded before anything else. It is now loaded when it is needed, and the images have a size: **4.1 s → 1.6 s**.",
  },
  {
    project: "shop",
    ask: "Write a migration that moves the addresses out of the users table.",
    steps: [
      { say: "I'll make the new table, copy in batches, and keep the old columns until the next release." },
      {
        edit: "migrations/0042-addresses.sql",
        before: "",
        after:
          "CREATE TABLE addresses (\n  id BIGINT PRIMARY KEY,\n  user_id BIGINT NOT NULL REFERENCES users (id),\n  street TEXT NOT NULL,\n  city TEXT NOT NULL,\n  country TEXT NOT NULL\n);\n\nINSERT INTO addresses (user_id, street, city, country)\nSELECT id, street, city, country FROM users WHERE street IS NOT NULL;\n",
      },
      { run: "npm run migrate -- --dry-run", out: "0042-addresses.sql  would copy 18,204 rows" },
    ],
    answer:
      "The migration copies 18,204 addresses and leaves the old columns in place. We decided to drop them one release later, so that a rollback needs no data.",
  },
  {
    project: "payments",
    ask: "ECONNREFUSED 127.0.0.1:5432 in the integration tests since this morning. What changed?",
    steps: [
      {
        run: "npm run test:integration",
        out: "Error: connect ECONNREFUSED 127.0.0.1:5432\n    at TCPConnectWrap.afterConnect [as oncomplete]",
        code: 1,
      },
      { run: "docker compose ps", out: "NAME   STATUS\ndb     Restarting (1) 4 seconds ago" },
      {
        run: "docker compose logs db --tail 3",
        out: "FATAL:  database files are incompatible with server\nDETAIL: The data directory was initialized by PostgreSQL version 16",
      },
      { edit: "compose.yaml", before: "    image: postgres:17\n", after: "    image: postgres:16\n" },
      { run: "npm run test:integration", out: "Tests  84 passed (84)" },
    ],
    answer:
      "The image was raised to PostgreSQL 17, but the volume was made by 16. Pinned to 16 until the volume is migrated with `pg_upgrade`.",
  },
  {
    project: "payments",
    ask: "Make refunds idempotent: a client that repeats the request must not refund twice.",
    steps: [
      {
        read: "src/refunds/create-refund.ts",
        text: 'export async function createRefund(db: Db, input: RefundInput) {\n  return db.insert("refunds", input);\n}',
      },
      {
        edit: "src/refunds/create-refund.ts",
        before: '  return db.insert("refunds", input);\n',
        after:
          '  const known = await db.find("refunds", { key: input.idempotencyKey });\n  if (known) return known;\n  return db.insert("refunds", input, { onConflict: "key" });\n',
      },
      {
        run: "npm test -- refunds",
        out: "✓ refunds once for the same key (12 ms)\n✓ two requests at once make one refund (31 ms)\nTests  9 passed (9)",
      },
    ],
    answer:
      "A refund is found by its key first, and the unique index settles the race of two requests at once. We chose the client's key over a hash of the body, because two equal refunds may both be meant.",
  },
  {
    project: "payments",
    ask: "The webhook signature check rejects valid events from the new provider.",
    steps: [
      { read: "src/webhooks/verify.ts", text: "const expected = hmac(secret, JSON.stringify(body));" },
      { say: "The body is parsed and written again before it is signed; the provider signs the raw bytes." },
      {
        edit: "src/webhooks/verify.ts",
        before: "const expected = hmac(secret, JSON.stringify(body));",
        after: "const expected = hmac(secret, rawBody);",
      },
      { run: "npm test -- webhooks", out: "Tests  14 passed (14)" },
    ],
    answer: "Signatures are made over the raw body. Key order and spaces no longer matter.",
  },
  {
    project: "payments",
    ask: "Set up a nightly job that reconciles our ledger with the provider's report.",
    steps: [
      {
        edit: "src/jobs/reconcile.ts",
        before: "",
        after:
          "export async function reconcile(day: string, { ledger, report }: Ports) {\n  const ours = await ledger.totals(day);\n  const theirs = await report.totals(day);\n  return differences(ours, theirs);\n}\n",
      },
      {
        run: "npm test -- reconcile",
        out: "FAIL reconcile > counts refunds of the day before\nExpected: 3\nReceived: 2",
        code: 1,
      },
      { say: "The report closes its day in UTC, the ledger in local time." },
    ],
    answer: "Not finished: the day ends at different times in the two sources. Next, agree on UTC and run again.",
  },
  {
    project: "mobile",
    ask: "The app crashes on Android 15 when the camera permission is refused.",
    steps: [
      {
        run: "adb logcat -d -s ReactNative",
        out: "E ReactNative: java.lang.SecurityException: Permission denial: CAMERA",
        code: 0,
      },
      {
        edit: "src/scan/scan-screen.tsx",
        before: "  const photo = await camera.takePhoto();\n",
        after: "  if (!(await requestCamera())) return showWhyWeAsk();\n  const photo = await camera.takePhoto();\n",
      },
      { run: "npx jest scan", out: "Tests: 6 passed, 6 total" },
    ],
    answer: "A refused permission shows why we ask, instead of ending the app.",
  },
  {
    project: "mobile",
    ask: "Offline mode: keep the cart while there is no network and send it later.",
    steps: [
      { read: "src/cart/cart-store.ts", text: "export const cart = create(() => ({ items: [] }));" },
      {
        edit: "src/cart/cart-store.ts",
        before: "export const cart = create(() => ({ items: [] }));",
        after: 'export const cart = create(persist(() => ({ items: [] as Item[] }), { name: "cart" }));',
      },
      { run: "npx jest cart", out: "Tests: 11 passed, 11 total" },
    ],
    answer: "The cart is kept on the device and sent when the network is back; the newest change of each item wins.",
  },
  {
    project: "handbook",
    ask: "Write down how we do code reviews, in the style of the other pages.",
    steps: [
      { read: "docs/working/pairing.md", text: "# Pairing\n\nTwo people, one change.\n" },
      {
        edit: "docs/working/reviews.md",
        before: "",
        after:
          "# Reviews\n\nA review is for the reader of the code in a year.\n\n1. Read the description before the diff.\n2. Ask before you demand.\n3. Say what is good.\n",
      },
      { run: "npm run lint:docs", out: "0 problems" },
    ],
    answer: "`docs/working/reviews.md` is there, linked from the overview.",
  },
];
