import { AppError } from "../../../base/errors.js";
import { readEntryType } from "../../../domain/context/entries.js";
import { verifyEntry } from "../../../domain/context/entry-facts.js";
import { listEntriesToReview, redactEntry } from "../../../domain/context/review-entries.js";
import type { EntryReview } from "../api-types.js";
import { get, post, type RouteRequest } from "./define-route.js";

export const entryReviewRoutes = [
  /** A shared entry of the inbox. */
  get<EntryReview>("/api/context/review", "owner", async (request, app) => {
    const [type, key] = [readEntryType(request.query("type") ?? ""), request.query("key")];
    const entries = await listEntriesToReview(await app.context.open(app.call));
    const entry = entries.find((one) => one.type === type && one.key === key);
    if (!entry) throw new AppError("missing", `${key} needs no review.`);
    const { content: text, ...rest } = entry;
    return { ...rest, text };
  }),

  /** Records that an entry is still valid. */
  post<object>("/api/context/review/verify", "owner", async (request, app) => {
    const { type, key } = await entryIn(request);
    return verifyEntry(await app.context.open(app.call), { entryType: type, key });
  }),

  post<object>("/api/context/review/redact", "owner", async (request, app) => {
    const { type, key } = await entryIn(request);
    await redactEntry(await app.context.open(app.call), type, key);
    return {};
  }),
];

async function entryIn(request: RouteRequest) {
  const { type, key } = await request.body();
  if (typeof type === "string" && typeof key === "string") return { type: readEntryType(type), key };
  throw new AppError("invalid", "The fields type and key must name a shared entry.");
}
