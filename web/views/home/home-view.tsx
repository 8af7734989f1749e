import type { HomeSummary } from "../../../src/surface/http/api-types.js";
import { get } from "../../api/request.js";
import { useAnswer } from "../../api/use-answer.js";
import { linkTo } from "../../app/router.js";
import { wholeNumber } from "../../components/numbers.js";
import { SearchButton } from "../../components/search-button.js";
import { ShowAnswer } from "../../components/show-answer.js";
import { ViewHeader } from "../../components/view-header.js";
import { Activity } from "./activity.js";
import { ConfidenceCard } from "./confidence-card.js";
import { FirstRun } from "./first-run.js";
import { Health } from "./health.js";
import { ImportProgress } from "./import-progress.js";
import { NewsCard } from "./news.js";
import { OpenWorkCard } from "./open-work.js";
import { RecallCard } from "./recall-card.js";
import { ReviewCard } from "./review.js";
import { SampleData } from "./sample-data.js";
import { Timeline } from "./timeline.js";

/** Recent activity, open tasks, the review queue and health. */
export function HomeView() {
  const answer = useAnswer((signal) => get<HomeSummary>("/api/home", {}, signal), []);
  return (
    <>
      <ViewHeader title="Home" about="What your agents did, what they know, and what needs your review.">
        <SearchButton />
      </ViewHeader>
      <div class="view-body">
        <ShowAnswer answer={answer} rows={12}>
          {(home) => (
            <>
              <ImportProgress imported={home.totals.sessions} />
              {isFirstRun(home) ? <FirstRun hasSample={home.hasSample} /> : <Overview home={home} />}
            </>
          )}
        </ShowAnswer>
      </div>
    </>
  );
}

/** Until there is a session, or a memory that is not a sample. */
const isFirstRun = ({ totals: { sessions, memories }, hasSample }: HomeSummary): boolean =>
  sessions === 0 && (memories === 0 || hasSample);

const Overview = ({ home }: { readonly home: HomeSummary }) => (
  <>
    {home.hasSample && <SampleData isLoaded />}
    <Totals totals={home.totals} />
    <div class="home">
      <div class="home-main">
        <Activity />
        <Timeline />
      </div>
      <div class="home-side">
        <ReviewCard items={home.review} />
        <RecallCard />
        <ConfidenceCard />
        <OpenWorkCard work={home.work} />
        <NewsCard news={home.digest} />
        <Health />
      </div>
    </div>
  </>
);

function Totals({ totals }: { readonly totals: HomeSummary["totals"] }) {
  const rows = [
    ["Sessions", totals.sessions, "sessions"],
    ["Exchanges", totals.exchanges, "sessions"],
    ["Projects", totals.projects, "projects"],
    ["Memories", totals.memories, "memories"],
    ["Documents", totals.documents, "search"],
  ] as const;
  return (
    <dl class="totals">
      {rows.map(([name, value, view]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <a href={linkTo([view])}>{wholeNumber(value)}</a>
          </dd>
        </div>
      ))}
    </dl>
  );
}
