import { alphaBit, digitBit, isIn } from "../scan/alphabets.js";
import { isPlaceholder } from "./is-placeholder.js";
import { readsLikeWords } from "./looks-random.js";

/** Whether a string literal given to a name like `password` is a password rather than a label, a path or a name. */
export function isPasswordLike(value: string): boolean {
  if (value.length < 6 || value.length > 128 || isPlaceholder(value) || /^[)\],;:+]/.test(value)) return false;
  if (isVersionOrDate(value)) return false;
  let digits = 0;
  let letters = 0;
  let signs = 0;
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i);
    if (code <= 32 || code === 40 || code === 123 || code === 60) return false;
    if (isIn(code, digitBit)) digits++;
    else if (isIn(code, alphaBit)) letters++;
    else if (!joinsWords(code)) signs++;
  }
  if (digits + letters + signs === 0) return false;
  if (digits === 0 && signs === 0) return false;
  return signs > 0 || letters === 0 ? digits + letters > 0 : !isVersionedName(value);
}

function isVersionOrDate(value: string): boolean {
  return /^[\d.,:/-]+$/.test(value) && /\D/.test(value);
}

/** `- . / _ :` stand in identifiers, paths and addresses. */
function joinsWords(code: number): boolean {
  return (code >= 45 && code <= 47) || code === 95 || code === 58;
}

/** `sha256`, `oauth2-password`, `user.password1`: words with a number at an end. */
function isVersionedName(value: string): boolean {
  return /[-._/:]/.test(value) && readsLikeWords(value, 0, value.length);
}
