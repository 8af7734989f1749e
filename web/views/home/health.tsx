import type { DoctorReport } from "../../../src/surface/http/api-types.js";
import { get } from "../../api/request.js";
import { useAnswer } from "../../api/use-answer.js";
import { linkTo } from "../../app/router.js";
import { Icon } from "../../components/icon.js";
import { InlineText } from "../../components/inline-text.js";
import { formatCount } from "../../components/numbers.js";
import { ShowAnswer } from "../../components/show-answer.js";

/** The check takes seconds of a processor; Settings runs a new one. */
const maxAgeSeconds = 300;

/** The result of the doctor in one line. */
export function Health() {
  const answer = useAnswer((signal) => get<DoctorReport>("/api/doctor", { max_age: maxAgeSeconds }, signal), [], false);
  return (
    <section class="card" aria-labelledby="health-title">
      <header>
        <h2 id="health-title">Health</h2>
        <a href={linkTo(["settings", "doctor"])}>Details</a>
      </header>
      <ShowAnswer answer={answer} rows={1}>
        {({ findings }) => <Verdict findings={findings} />}
      </ShowAnswer>
    </section>
  );
}

function Verdict({ findings }: DoctorReport) {
  const failures = findings.filter(({ status }) => status === "failure");
  const warnings = findings.filter(({ status }) => status === "warning");
  const worst = failures[0] ?? warnings[0];
  if (!worst)
    return (
      <p class="card-body verdict good">
        <Icon name="check" /> All {formatCount(findings.length, "check")} passed.
      </p>
    );
  return (
    <p class={failures.length > 0 ? "card-body verdict bad" : "card-body verdict warning"}>
      <Icon name={failures.length > 0 ? "failure" : "warning"} />
      <span>
        {failures.length > 0 ? formatCount(failures.length, "failure") : formatCount(warnings.length, "warning")}
        <span class="meta">
          {" "}
          <InlineText text={worst.message} />
        </span>
      </span>
    </p>
  );
}
