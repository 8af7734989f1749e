import { useState } from "preact/hooks";
import type { DoctorReport, FindingRow } from "../../../src/surface/http/api-types.js";
import { get, post } from "../../api/request.js";
import { useAnswer } from "../../api/use-answer.js";
import { Badge, type Tone } from "../../components/badge.js";
import { CopyButton } from "../../components/copy-button.js";
import { InlineText } from "../../components/inline-text.js";
import { formatCount } from "../../components/numbers.js";
import { ShowAnswer } from "../../components/show-answer.js";
import { notify } from "../../components/toasts.js";

const tones: Readonly<Record<FindingRow["status"], Tone>> = { ok: "good", warning: "warning", failure: "bad" };
const order: Readonly<Record<FindingRow["status"], number>> = { failure: 0, warning: 1, ok: 2 };

/** The findings of the doctor, worst first, with a fix for those that can be fixed automatically. */
export function DoctorPanel() {
  const answer = useAnswer((signal) => get<DoctorReport>("/api/doctor", {}, signal), [], false);
  const fix = useFix(answer.reload);
  return (
    <ShowAnswer answer={answer} rows={8}>
      {({ findings }) => (
        <div class="stack">
          <FixBar findings={findings} {...fix} />
          <ul class="card rows">
            {[...findings]
              .sort((a, b) => order[a.status] - order[b.status])
              .map((finding) => (
                <li key={`${finding.check} ${finding.message}`} class="finding">
                  <Badge tone={tones[finding.status]}>{finding.status}</Badge>
                  <span class="finding-check">{finding.check}</span>
                  <span class="finding-text">
                    <InlineText text={finding.message} />
                  </span>
                  <FindingAction finding={finding} {...fix} />
                </li>
              ))}
          </ul>
        </div>
      )}
    </ShowAnswer>
  );
}

interface FixProps {
  readonly findings: readonly FindingRow[];
  readonly isBusy: boolean;
  onFix(): void;
}

function FixBar({ findings, isBusy, onFix }: FixProps) {
  const fixable = findings.filter((finding) => finding.fixable);
  if (fixable.length < 2) return null;
  return (
    <div class="row">
      <button type="button" class="button primary" disabled={isBusy} onClick={onFix}>
        Fix {formatCount(fixable.length, "finding")}
      </button>
    </div>
  );
}

interface ActionProps {
  readonly finding: FindingRow;
  readonly isBusy: boolean;
  onFix(): void;
}

/** Every problem has its button: fix it, or copy the command that does. */
function FindingAction({ finding, isBusy, onFix }: ActionProps) {
  const command = /`(throughline [^`]+)`/.exec(finding.message)?.[1];
  if (finding.fixable)
    return (
      <button type="button" class="button" disabled={isBusy} onClick={onFix}>
        Fix<span class="visually-hidden"> {finding.check}</span>
      </button>
    );
  return command ? <CopyButton text={command} /> : <span />;
}

/** Fixes everything that can be fixed automatically, then checks again. */
function useFix(onDone: () => void): { isBusy: boolean; onFix(): void } {
  const [isBusy, setBusy] = useState(false);
  const onFix = () => {
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
  return { isBusy, onFix };
}
