import { useState } from "preact/hooks";

const shownMs = 1500;

/** Copies a command. */
export function CopyButton({ text }: { readonly text: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => {
        setCopied(true);
        setTimeout(() => setCopied(false), shownMs);
      },
      () => {},
    );
  return (
    <button type="button" class="button copy" aria-label={`Copy ${text}`} onClick={copy}>
      {isCopied ? "Copied" : "Copy"}
    </button>
  );
}

/** A command to run in a terminal, with a button to copy it. */
export const CommandLine = ({ command }: { readonly command: string }) => (
  <div class="command-line">
    <code>{command}</code>
    <CopyButton text={command} />
  </div>
);
