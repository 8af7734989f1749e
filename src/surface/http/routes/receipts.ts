import type { ReceiptList } from "../api-types.js";
import { defineRoute } from "./define-route.js";

export const receiptsRoute = defineRoute<ReceiptList>({
  method: "GET",
  path: "/api/receipts",

  async run(request, app) {
    const limit = request.number("limit", { min: 1, max: 5000, fallback: 500 });
    const receipts = await app.receipts.list({ session: request.query("session") ?? "", limit });
    return { receipts, tokens: receipts.reduce((sum, { tokens }) => sum + tokens, 0) };
  },
});
