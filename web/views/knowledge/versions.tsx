import { useState } from "preact/hooks";
import type { EntryVersion } from "../../../src/surface/http/api-types.js";
import { get } from "../../api/request.js";
import { useAnswer } from "../../api/use-answer.js";
import { DiffView } from "../../components/diff-view.js";
import { Select } from "../../components/field.js";
import { ShowAnswer } from "../../components/show-answer.js";
import { entryTypes, type Kind } from "./kinds.js";

interface Props {
  readonly folder: string;
  readonly kind: Kind;
  readonly entryKey: string;
  /** The current text. */
  readonly current: string;
}

const currentVersion = "";

/** The commits that changed an entry, and what changed between any two of them. */
export function Versions({ folder, kind, entryKey, current }: Props) {
  const query = { folder, type: entryTypes[kind], key: entryKey };
  const answer = useAnswer(
    async (stop) => (await get<{ versions: readonly EntryVersion[] }>("/api/context/versions", query, stop)).versions,
    [folder, kind, entryKey],
  );
  return (
    <section>
      <h3>History</h3>
      <ShowAnswer answer={answer} rows={2}>
        {(versions) =>
          versions.length === 0 ? (
            <p class="quiet">Not committed yet. The history starts with its first commit.</p>
          ) : (
            <Compare versions={versions} query={query} current={current} />
          )
        }
      </ShowAnswer>
    </section>
  );
}

interface CompareProps {
  readonly versions: readonly EntryVersion[];
  readonly query: { readonly folder: string; readonly type: string; readonly key: string };
  readonly current: string;
}

function Compare({ versions, query, current }: CompareProps) {
  const [from, setFrom] = useState((versions[1] ?? versions[0])?.commit ?? currentVersion);
  const [to, setTo] = useState(currentVersion);
  const read = (commit: string, stop: AbortSignal) =>
    commit === currentVersion
      ? Promise.resolve({ text: current })
      : get<{ text: string }>("/api/context/version", { ...query, commit }, stop);
  const texts = useAnswer(
    async (stop) => ({ before: (await read(from, stop)).text, after: (await read(to, stop)).text }),
    [from, to, current],
  );
  const options = [
    { value: currentVersion, label: "current" },
    ...versions.map(({ commit, date, author, subject }) => ({
      value: commit,
      label: `${date.slice(0, 10)} ${author}: ${subject.slice(0, 60)}`,
    })),
  ];
  return (
    <>
      <div class="row wrap">
        <Select label="From" value={from} options={options} onChange={setFrom} />
        <span class="quiet">to</span>
        <Select label="To" value={to} options={options} onChange={setTo} />
      </div>
      <ShowAnswer answer={texts} rows={2}>
        {({ before, after }) =>
          before === after ? <p class="quiet">No difference.</p> : <DiffView before={before} after={after} />
        }
      </ShowAnswer>
    </>
  );
}
