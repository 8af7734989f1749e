import { useState } from "preact/hooks";
import type { DoctorReport, FindingRow } from "../../../src/surface/http/api-types.js";
import { get, post } from "../../api/request.js";
import { useAnswer } from "../../api/use-answer.js";
import { Badge, type Tone } from "../../components/badge.js";
import { InlineText } from "../../components/inline-text.js";
import { counted } from "../../components/numbers.js";
import { ShowAnswer } from "../../components/show-answer.js";
import { notify } from "../../components/toasts.js";

const tones: Readonly<Record<FindingRow["status"], Tone>> = { ok: "good", warning: "warning", failure: "bad" };
const order: Readonly<Record<FindingRow["status"], number>> = { failure: 0, warning: 1, ok: 2 };

/** The findings of the doctor, worst first, with a fix for those that can be fixed automatically. */
export function DoctorPanel() {
  const answer = useAnswer((signal) => get<DoctorReport>("/api/doctor", {}, signal), [], false);
  return (
    <ShowAnswer answer={answer} rows={8}>
      {({ findings }) => (
        <div class="stack">
          <FixBar findings={findings} onDone={answer.reload} />
          <ul class="card rows">
            {[...findings]
              .sort((a, b) => order[a.status] - order[b.status])
              .map((one) => (
                <li key={`${one.check} ${one.message}`} class="finding">
                  <Badge tone={tones[one.status]}>{one.status}</Badge>
                  <span class="finding-check">{one.check}</span>
                  <span class="finding-text">
                    <InlineText text={one.message} />
                  </span>
                </li>
              ))}
          </ul>
        </div>
      )}
    </ShowAnswer>
  );
}

function FixBar({ findings, onDone }: { readonly findings: readonly FindingRow[]; onDone(): void }) {
  const [isBusy, setBusy] = useState(false);
  const fixable = findings.filter((one) => one.fixable);
  if (fixable.length === 0) return null;
  const fix = () => {
    setBusy(true);
    post<DoctorReport>("/api/doctor/fix")
      .then(
        () => notify("Fixed what can be fixed automatically."),
        (error: Error) => notify(error.message, "failure"),
      )
      .finally(() => {
        setBusy(false);
        onDone();
      });
  };
  return (
    <div class="row">
      <button type="button" class="button primary" disabled={isBusy} onClick={fix}>
        Fix {counted(fixable.length, "finding")}
      </button>
    </div>
  );
}
