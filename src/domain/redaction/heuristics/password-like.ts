import { classifyValue } from "./classify-value.js";

/** Whether a value behind an option or a phrase that takes a password is one, rather than a label, a path or a name. */
export function isPasswordLike(value: string): boolean {
  return value.length >= 6 && value.length <= 128 && !/^[)\],;:+]/.test(value) && classifyValue(value) !== "none";
}
