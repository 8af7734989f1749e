/** A sentence in which `code` between backticks is shown as code. */
export const InlineText = ({ text }: { readonly text: string }) => (
  <>
    {text.split(/`([^`]+)`/).map((part, i) => (i % 2 === 1 ? <code key={i}>{part}</code> : part.replaceAll("`", "")))}
  </>
);
