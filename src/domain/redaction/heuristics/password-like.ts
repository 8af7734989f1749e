import { classifyValue } from "./classify-value.js";

/** Whether a value behind an option or a phrase that takes a password is one, rather than a label, a path or a name. */
export function isPasswordLike(value: string): boolean {
  // "The password is SHA-256 hashed."
  if (/^(?:sha|md|aes|hmac|rsa|pbkdf)-?\d{1,4}$/i.test(value)) return false;
  return value.length >= 6 && value.length <= 128 && !/^[)\],;:+]/.test(value) && classifyValue(value) !== "none";
}
