/** What lists of context entries show about each, if it is known. */
export const shownFacts = {
  "author?": "string",
  "updated_at?": "string",
  "owner?": "string",
  "verified_at?": "string",
  "stale?": ["string"],
} as const;
