import { useMemo, useState } from "preact/hooks";
import type { Replay, ReplayTurn, TurnPage } from "../../../src/surface/http/api-types.js";
import { get } from "../../api/request.js";
import { useAnswer } from "../../api/use-answer.js";
import { sessionLink } from "../../app/links.js";
import { linkTo, type Route, replaceFragment } from "../../app/router.js";
import { useTitle } from "../../app/use-title.js";
import { Problem } from "../../components/problem.js";
import { ShowAnswer } from "../../components/show-answer.js";
import { Skeleton } from "../../components/skeleton.js";
import { usePagedRows } from "../../components/use-paged-rows.js";
import { ViewHeader } from "../../components/view-header.js";
import "../../styles/replay.css";
import { FileHistory } from "./file-history.js";
import { ReplayHeader } from "./replay-header.js";
import { ReplayOutline } from "./replay-outline.js";
import { SessionLoop } from "./session-loop.js";
import { TimeStrip } from "./time-strip.js";
import { Turn } from "./turn.js";
import { TurnList } from "./turn-list.js";

interface Props {
  readonly id: string;
  readonly route: Route;
}

/** A session turn by turn, with its outline. The URL names the turn. */
export function ReplayView({ id, route }: Props) {
  const key = route.query.get("key") ?? "";
  const answer = useAnswer(
    (signal) => get<Replay>(`/api/sessions/${encodeURIComponent(id)}`, { turns: 0, key }, signal),
    [id, key],
  );
  if (answer.error && !answer.value) return <NoSession error={answer.error} />;
  return (
    <ShowAnswer answer={answer} rows={10}>
      {(replay) => <ReplayBody replay={replay} route={route} />}
    </ShowAnswer>
  );
}

function ReplayBody({ replay, route }: { readonly replay: Replay; readonly route: Route }) {
  const { session, outline, received, learned, totalTurns } = replay;
  const [current, setCurrent] = useState(0);
  const [file, setFile] = useState<string>();
  const [matches, setMatches] = useState<readonly number[]>([]);
  const rows = usePagedRows<ReplayTurn>(
    async (offset, limit) => {
      const page = await get<TurnPage>(`/api/sessions/${encodeURIComponent(session.id)}/turns`, { offset, limit });
      return { rows: page.turns, total: page.total };
    },
    [session.id, session.endedAt],
  );
  const requestedTurn = Number(route.query.get("turn")) || replay.targetTurn;
  const target = useMemo(
    () => (requestedTurn === undefined ? undefined : { index: Math.min(totalTurns, Math.max(1, requestedTurn)) - 1 }),
    [requestedTurn],
  );
  const receiptsByTurn = useMemo(() => groupReceiptsByTurn(outline, received), [outline, received]);
  const link = (turn: number) => sessionLink(session.id, { turn });
  useTitle(session.title || "Session");
  return (
    <div class="fill">
      <ReplayHeader
        replay={replay}
        current={current + 1}
        onMatches={setMatches}
        onGo={(turn) => replaceFragment(link(turn))}
      />
      <div class="replay-top">
        <SessionLoop received={received} learned={learned} />
        {totalTurns > 5 && <TimeStrip rows={outline} current={current} link={link} />}
      </div>
      {rows.error && rows.total === undefined && <Problem error={rows.error} onRetry={rows.reload} />}
      <div class="replay-layout">
        <ReplayOutline rows={outline} current={current} matches={new Set(matches)} link={link} />
        <TurnList
          total={totalTurns}
          target={target}
          isLoaded={(index) => rows.row(index) !== undefined}
          onShow={rows.show}
          onCurrent={setCurrent}
          turn={(index) => {
            const turn = rows.row(index);
            return turn ? (
              <Turn
                turn={turn}
                folder={session.folder}
                isTarget={index === target?.index}
                received={receiptsByTurn.get(index) ?? []}
                onHistory={setFile}
              />
            ) : (
              <Skeleton rows={4} />
            );
          }}
        />
      </div>
      <FileHistory path={file} folder={session.folder} onClose={() => setFile(undefined)} />
    </div>
  );
}

/** Each receipt belongs to the last turn that had started when it was injected. */
function groupReceiptsByTurn(
  outline: Replay["outline"],
  received: Replay["received"],
): Map<number, Replay["received"]> {
  const receiptsByTurn = new Map<number, Replay["received"]>();
  for (const receipt of received) {
    const index = Math.max(
      0,
      outline.findLastIndex(({ at }) => at !== "" && at <= receipt.at),
    );
    receiptsByTurn.set(index, [...(receiptsByTurn.get(index) ?? []), receipt]);
  }
  return receiptsByTurn;
}

const NoSession = ({ error }: { readonly error: Error }) => (
  <>
    <ViewHeader title="Session">
      <a class="button" href={linkTo(["sessions"])}>
        All sessions
      </a>
    </ViewHeader>
    <div class="view-body">
      <Problem error={error} />
    </div>
  </>
);
