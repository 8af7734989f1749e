import { useState } from "preact/hooks";
import { callTool } from "../../api/request.js";
import { CommandLine, CopyButton } from "../../components/copy-button.js";
import { Dialog } from "../../components/dialog.js";
import { notify } from "../../components/toasts.js";

/** What another agent needs to go on with a session, to copy, and the command that starts one. */
export function ContinueSession({ id }: { readonly id: string }) {
  const [text, setText] = useState("");
  const open = () =>
    callTool<{ text: string }>("session_handover", { session: id }).then(
      (answer) => setText(answer.text),
      (error: Error) => notify(error.message, "failure"),
    );
  return (
    <>
      <button type="button" class="button" onClick={open}>
        Continue
      </button>
      <Dialog title="Continue in any agent" isOpen={text !== ""} isWide onClose={() => setText("")}>
        <CommandLine command={`throughline continue ${id.slice(0, 8)}`} />
        <pre class="hand-over">{text}</pre>
        <CopyButton text={text} />
      </Dialog>
    </>
  );
}
