import { welcome } from "./welcome.js";

const meta = document.querySelector<HTMLMetaElement>('meta[name="throughline-service"]');

/** The team service that serves this page; undefined for the server of one's own machine. */
export const service = meta ? { url: meta.content, issuer: meta.dataset.issuer ?? "" } : undefined;

/** Whether the person may record, change and vote; everyone may on their own machine. */
export const mayWrite = (): boolean => !service || ["write", "admin"].includes(roleHere());

/** Whether the person may delete for everyone. */
export const mayDelete = (): boolean => !service || roleHere() === "admin";

/** Whether the person administers the team's service. */
export const isAdmin = (): boolean => service !== undefined && roleHere() === "admin";

const roleHere = (): string => welcome.value?.member?.role ?? "";
