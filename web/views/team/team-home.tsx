import type { MemoryPage, MemoryTallies, RemediationPage } from "../../../src/surface/http/api-types.js";
import { get } from "../../api/request.js";
import { useAnswer } from "../../api/use-answer.js";
import { fixLink, memoryLink } from "../../app/links.js";
import { linkTo } from "../../app/router.js";
import { mayWrite } from "../../app/team.js";
import { welcome } from "../../app/welcome.js";
import { Empty } from "../../components/empty.js";
import { wholeNumber } from "../../components/numbers.js";
import { SearchButton } from "../../components/search-button.js";
import { ShowAnswer } from "../../components/show-answer.js";
import { ViewHeader } from "../../components/view-header.js";
import { ConfidenceCard } from "../home/confidence-card.js";
import { ReviewCard } from "../home/review.js";
import { NewestCard } from "./newest-card.js";

const newest = 8;

/** What a team knows: counts, the newest lessons and fixes, and what needs review. */
export function TeamHome() {
  const answer = useAnswer(async (signal) => {
    const [tally, memories, fixes] = await Promise.all([
      get<MemoryTallies>("/api/memories/tally", {}, signal),
      get<MemoryPage>("/api/memories", { limit: newest }, signal),
      get<RemediationPage>("/api/remediations", { limit: newest }, signal),
    ]);
    return { tally, memories, fixes };
  }, []);
  return (
    <>
      <ViewHeader title="Home" about={`What ${welcome.value?.member?.tenant ?? "your team"} knows.`}>
        <SearchButton />
      </ViewHeader>
      <div class="view-body">
        <ShowAnswer answer={answer} rows={12}>
          {(home) => (home.memories.total + home.fixes.total === 0 ? <NothingYet /> : <TeamOverview {...home} />)}
        </ShowAnswer>
      </div>
    </>
  );
}

interface Overview {
  readonly tally: MemoryTallies;
  readonly memories: MemoryPage;
  readonly fixes: RemediationPage;
}

const TeamOverview = ({ tally, memories, fixes }: Overview) => (
  <>
    <dl class="totals">
      {totalsOf({ tally, memories, fixes }).map(([name, count, href]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <a href={href}>{wholeNumber(count)}</a>
          </dd>
        </div>
      ))}
    </dl>
    <div class="home">
      <div class="home-main">
        <NewestCard
          title="New memories"
          all={linkTo(["memories"])}
          rows={memories.memories.map(({ id, title, projectName, createdAt }) => ({
            id,
            title,
            project: projectName,
            at: createdAt,
            href: memoryLink(id),
          }))}
        />
        <NewestCard
          title="New fixes"
          all={linkTo(["fixes"])}
          rows={fixes.remediations.map(({ id, title, projectName, createdAt }) => ({
            id,
            title,
            project: projectName || "all projects",
            at: createdAt,
            href: fixLink(id),
          }))}
        />
      </div>
      <div class="home-side">
        {mayWrite() && <ReviewCard items={reviewOf(tally, memories)} />}
        <ConfidenceCard />
      </div>
    </div>
  </>
);

const totalsOf = ({ tally, memories, fixes }: Overview) =>
  [
    ["Memories", memories.total, linkTo(["memories"])],
    ["Verified", tally.states.verified ?? 0, linkTo(["memories"], { state: "verified" })],
    ["Fixes", fixes.total, linkTo(["fixes"])],
    ["Projects", tally.projects.length, linkTo(["memories"])],
  ] as const;

function reviewOf(tally: MemoryTallies, { memories }: MemoryPage) {
  const count = tally.states.candidate ?? 0;
  const title = memories.find(({ state }) => state === "candidate")?.title ?? "";
  return count === 0 ? [] : [{ kind: "memory" as const, project: "", folder: "", count, title }];
}

const NothingYet = () => (
  <Empty title="Nothing recorded yet" icon="memory">
    <p>
      Lessons and fixes appear here as soon as someone's agent records one. The guide “Team service” says how to connect
      a machine.
    </p>
  </Empty>
);
