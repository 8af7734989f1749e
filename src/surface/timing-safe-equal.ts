import { createHash, timingSafeEqual } from "node:crypto";

/** Whether two texts are equal, in constant time. */
export const sameText = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));

const digest = (text: string) => createHash("sha256").update(text).digest();
