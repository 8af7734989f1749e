import { useEffect, useRef } from "preact/hooks";
import { replaceFragment } from "../app/router.js";

/** Side by side, list and detail need room; on a phone nothing is selected until the person does. */
const hasRoom = () => matchMedia("(min-width: 761px)").matches;

/** Selects the first item when a view opens without one. Closing it afterwards leaves nothing selected. */
export function useFirstSelected(isSelected: boolean, first: string | undefined): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current || (!isSelected && first === undefined)) return;
    isDone.current = true;
    if (!isSelected && first !== undefined && hasRoom()) replaceFragment(first);
  }, [isSelected, first]);
}
