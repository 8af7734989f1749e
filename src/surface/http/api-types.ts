/** The types of the page's API, by subject. They have no code; the page imports no other file of the server. */

export type * from "./api-types/context.js";
export type * from "./api-types/home.js";
export type * from "./api-types/inbox.js";
export type * from "./api-types/map.js";
export type * from "./api-types/memories.js";
export type * from "./api-types/people.js";
export type * from "./api-types/remediations.js";
export type * from "./api-types/replay.js";
export type * from "./api-types/runs.js";
export type * from "./api-types/search.js";
export type * from "./api-types/sessions.js";
export type * from "./api-types/setup.js";
export type * from "./api-types/shared.js";
