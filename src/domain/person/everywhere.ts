import { AppError } from "../../base/errors.js";
import { contentWords } from "../../base/text/content-words.js";
import { isCurrent, type Memory, personScope } from "../../store/memory/memory.js";
import type { Call } from "../call.js";
import { kindOf } from "../lessons/given-lesson.js";
import type { Memories } from "../memory/memories.js";
import { projectDetail } from "../memory/person-text.js";

/** A preference that was recorded in several projects. */
export interface Offer {
  /** The newest of them. */
  readonly memory: Memory;
  readonly projects: readonly string[];
}

/** What holds for the person in every project. Nothing gets there by itself: it is offered, and a person accepts it. */
export interface Everywhere {
  list(call: Call): Promise<Memory[]>;
  offers(call: Call): Promise<Offer[]>;
  /** From now on it holds in every project. */
  add(call: Call, id: string): Promise<Memory>;
  /** It stays a rule of its project, and is not offered again. */
  decline(call: Call, id: string): Promise<Memory>;
}

const maxRules = 500;
/** Of the words of both. */
const minShare = 0.5;
/** The tag of a rule that a person wants in its project alone. */
const onlyHere = "only-here";

export function createEverywhere({
  memories,
}: {
  memories: Pick<Memories, "list" | "get" | "record" | "update">;
}): Everywhere {
  const listed = async (call: Call, listing: { project?: string; tag?: string }) =>
    (await memories.list(call, { ...listing, limit: maxRules, offset: 0 })).memories.filter(isCurrent);

  const rules = async (call: Call) => {
    const lists = await Promise.all(["rule", "preference"].map((tag) => listed(call, { tag })));
    return [...new Map(lists.flat().map((one) => [one.id, one])).values()];
  };

  return {
    list: (call) => listed(call, { project: personScope }),

    async offers(call) {
      const all = (await rules(call)).map((memory) => ({ memory, words: contentWords(memory.content) }));
      const isHeld = ({ memory }: Said) => memory.project === personScope;
      const known = all.filter(isHeld);
      const open = all.filter(
        (one) => !isHeld(one) && !one.memory.tags.includes(onlyHere) && projectDetail(one.memory) === undefined,
      );
      return open.flatMap((said) => {
        const same = open.filter((one) => isSame(one, said));
        const projects = [...new Set(same.map(({ memory }) => memory.project))];
        if (projects.length < 2 || known.some((one) => isSame(one, said))) return [];
        known.push(said);
        return [{ memory: said.memory, projects }];
      });
    },

    async add(call, id) {
      const { memory } = await memories.get(call, id);
      if (kindOf(memory) !== "rule")
        throw new AppError("invalid", `${memory.id} is not a rule or preference.`, {
          hint: "Record it with --kind rule.",
        });
      const { title, content, outcome, tags } = memory;
      const evidence = memory.evidence.map(({ author: _, title: __, ...one }) => ({ ...one, from: memory.id }));
      return memories.record(call, { project: personScope, title, content, outcome, tags, evidence });
    },

    async decline(call, id) {
      const { memory } = await memories.get(call, id);
      return memories.update(call, memory.id, { tags: [...new Set([...memory.tags, onlyHere])] });
    },
  };
}

/** A rule and its words. */
interface Said {
  readonly memory: Memory;
  readonly words: ReadonlySet<string>;
}

/** Whether two rules say the same, as far as words show. */
function isSame(a: Said, b: Said): boolean {
  if (a.memory.contentKey === b.memory.contentKey) return true;
  const common = [...a.words].filter((word) => b.words.has(word)).length;
  const all = a.words.size + b.words.size - common;
  return all > 0 && common / all >= minShare;
}
