import { changes } from "../../api/live.js";
import { callTool } from "../../api/request.js";
import { Select } from "../../components/field.js";
import { notify, notifyUndoable } from "../../components/toasts.js";
import { entryTypes, type Kind } from "./kinds.js";

interface Props {
  readonly kind: Kind;
  readonly entryKey: string;
  readonly scope: string;
  readonly folder: string;
}

const options = [
  { value: "public", label: "Shared with the team" },
  { value: "private", label: "Only on this machine" },
  { value: "ephemeral", label: "Until cleared" },
];

/** Who can see an entry. */
export function ScopeSelect({ kind, entryKey, scope, folder }: Props) {
  const saveScope = async (next: string) => {
    const input = { entry_type: entryTypes[kind], key: entryKey, scope: next };
    const { warning } = await callTool<{ warning?: string }>("context_set_scope", input, folder);
    changes.value++;
    return warning;
  };
  const choose = (next: string) =>
    saveScope(next).then(
      (warning) => notifyUndoable(warning ?? "Scope changed", () => saveScope(scope)),
      (error: Error) => notify(error.message, "failure"),
    );
  return <Select label="Scope" value={scope} options={options} onChange={choose} />;
}
