import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { Icon } from "./icon.js";

interface Props {
  readonly title: string;
  readonly isOpen: boolean;
  readonly isWide?: boolean;
  readonly children: ComponentChildren;
  /** The button that confirms; a Cancel button is added before it. */
  readonly action?: ComponentChildren;
  onClose(): void;
}

/** A modal dialog. Esc and a click on the backdrop close it; the focus returns to where it was. */
export function Dialog({ title, isOpen, isWide = false, children, action, onClose }: Props) {
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = box.current;
    if (isOpen && dialog && !dialog.open) dialog.showModal();
    if (!isOpen) dialog?.close();
  }, [isOpen]);
  return (
    <dialog
      ref={box}
      class={isWide ? "dialog wide" : "dialog"}
      aria-labelledby={id}
      onClose={onClose}
      onClick={(event) => event.target === box.current && onClose()}
      onKeyDown={(event) => event.key === "Escape" && onClose()}
    >
      {isOpen && (
        <div class="dialog-body">
          <header>
            <h2 id={id}>{title}</h2>
            <button type="button" class="icon-button" aria-label="Close" onClick={onClose}>
              <Icon name="close" />
            </button>
          </header>
          {children}
          {action && (
            <footer>
              <button type="button" class="button" onClick={onClose}>
                Cancel
              </button>
              {action}
            </footer>
          )}
        </div>
      )}
    </dialog>
  );
}
