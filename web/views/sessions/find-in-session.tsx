import { useEffect, useState } from "preact/hooks";
import { get } from "../../api/request.js";
import { FilterText } from "../../components/field.js";
import { formatCount } from "../../components/numbers.js";

interface Props {
  readonly id: string;
  /** The current turn, counted from 1. */
  readonly current: number;
  onMatches(turns: readonly number[]): void;
  onGo(turn: number): void;
}

const delayMs = 150;

/** Finds a text in the turns; Enter goes to the next one, Shift-Enter to the previous. */
export function FindInSession({ id, current, onMatches, onGo }: Props) {
  const [text, setText] = useState("");
  const [turns, setTurns] = useState<readonly number[]>();
  useEffect(() => {
    const publish = (matches: readonly number[] | undefined) => {
      setTurns(matches);
      onMatches(matches ?? []);
    };
    if (text.trim() === "") return publish(undefined);
    const stop = new AbortController();
    const timer = setTimeout(() => {
      get<{ turns: readonly number[] }>(`/api/sessions/${encodeURIComponent(id)}/find`, { q: text }, stop.signal).then(
        (answer) => publish(answer.turns),
        () => {},
      );
    }, delayMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [id, text]);
  const go = (by: 1 | -1) => {
    const list = turns ?? [];
    const next =
      by === 1
        ? (list.find((turn) => turn > current) ?? list[0])
        : (list.findLast((turn) => turn < current) ?? list.at(-1));
    if (next !== undefined) onGo(next);
  };
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        go(1);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !event.shiftKey) return;
        event.preventDefault();
        go(-1);
      }}
    >
      <FilterText label="Find in session" value={text} onChange={setText} />
      {turns && (
        <span class="meta" role="status">
          {formatCount(turns.length, "turn")}
        </span>
      )}
    </form>
  );
}
