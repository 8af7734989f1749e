import type { HomeSummary } from "../../../src/surface/http/api-types.js";
import { get } from "../../api/ask.js";
import { useAnswer } from "../../api/use-answer.js";
import { counted } from "../../components/numbers.js";
import { ShowAnswer } from "../../components/show-answer.js";
import { ViewHeader } from "../../components/view-header.js";

export function HomeView() {
  const answer = useAnswer((signal) => get<HomeSummary>("/api/home", {}, signal), []);
  return (
    <>
      <ViewHeader title="Home" about="What your agents did, know and wait for." />
      <div class="view-body">
        <ShowAnswer answer={answer}>{({ totals }) => <p>{counted(totals.sessions, "session")}</p>}</ShowAnswer>
      </div>
    </>
  );
}
