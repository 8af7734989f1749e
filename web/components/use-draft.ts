import { useState } from "preact/hooks";

export interface Draft<T> {
  readonly value: T;
  set(value: T): void;
  /** Drops the draft: after saving, or when the person discards it. */
  clear(): void;
  readonly isDirty: boolean;
  /** Whether the value comes from an earlier visit. */
  readonly isRestored: boolean;
}

const prefix = "throughline.draft.";
/** Used where the browser blocks storage. */
const memory = new Map<string, string>();

/**
 * Text that survives closing the editor, navigation, a reload and a stopped server: every change is stored in the
 * browser until it is saved or discarded. `key` identifies what is edited.
 */
export function useDraft<T>(key: string, initial: T): Draft<T> {
  const stored = read<T>(key);
  const [, redraw] = useState(0);
  const [restoredKey] = useState(stored === undefined ? undefined : key);
  const value = stored ?? initial;
  const update = (next: T | undefined) => {
    write(key, next === undefined || isEqual(next, initial) ? undefined : next);
    redraw((count) => count + 1);
  };
  return {
    value,
    set: update,
    clear: () => update(undefined),
    isDirty: stored !== undefined && !isEqual(stored, initial),
    isRestored: restoredKey === key && stored !== undefined,
  };
}

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

function read<T>(key: string): T | undefined {
  const text = memory.get(key) ?? readStorage(prefix + key);
  return text === undefined ? undefined : (JSON.parse(text) as T);
}

function write(key: string, value: unknown): void {
  const text = value === undefined ? undefined : JSON.stringify(value);
  try {
    if (text === undefined) localStorage.removeItem(prefix + key);
    else localStorage.setItem(prefix + key, text);
    memory.delete(key);
  } catch {
    if (text === undefined) memory.delete(key);
    else memory.set(key, text);
  }
}

function readStorage(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}
