import { AppError } from "../../base/errors.js";
import { contentWords } from "../../base/text/content-words.js";
import { jaccard } from "../../base/text/jaccard.js";
import { isCurrent, type Memory, personScope } from "../../store/memory/memory.js";
import type { Call } from "../call.js";
import { kindOf } from "../lessons/given-lesson.js";
import { projectDetail } from "../memory/lesson.js";
import type { Memories } from "../memory/memories.js";

interface Deps {
  readonly memories: Pick<Memories, "list" | "get" | "record" | "update">;
  /** An approximate vector of a text; undefined when no word is known. */
  vectorOf?: ((text: string) => Float32Array | undefined) | undefined;
}

const maxRules = 500;
/** Of the words of both. */
const minShare = 0.5;
/**
 * Of two wishes in other words, by their static embeddings: each must be the nearest of its project to the other. Of 40
 * such pairs of 15 persons 39 are found, with one more pair that is none; rules of a project are told apart less well.
 */
const minSimilarity = { preference: 0.3, rule: 0.45 };
/** The tag of a rule that a person wants in its project alone. */
const onlyHere = "only-here";

/** What holds for the person in every project. Nothing gets there by itself: it is offered, and a person accepts it. */
export type Everywhere = ReturnType<typeof createEverywhere>;

export function createEverywhere({ memories, vectorOf = () => undefined }: Deps) {
  const listed = async (call: Call, listing: { project?: string; tag?: string }) =>
    (await memories.list(call, { ...listing, limit: maxRules, offset: 0 })).memories.filter(isCurrent);

  const rules = async (call: Call): Promise<Said[]> => {
    const lists = await Promise.all(["rule", "preference"].map((tag) => listed(call, { tag })));
    const byId = new Map(lists.flat().map((memory) => [memory.id, memory]));
    return [...byId.values()].map((memory) => {
      const { content } = memory;
      return { memory, words: contentWords(content), vector: vectorOf(content) };
    });
  };

  return {
    list: (call: Call): Promise<Memory[]> => listed(call, { project: personScope }),

    /** Preferences that were recorded in several projects: the newest of them, and the others. */
    async offers(call: Call): Promise<{ memory: Memory; others: Memory[] }[]> {
      const all = await rules(call);
      const held = all.filter(({ memory }) => memory.project === personScope);
      const open = all.filter(
        (one) => !held.includes(one) && !one.memory.tags.includes(onlyHere) && projectDetail(one.memory) === undefined,
      );
      const projects = [...new Set(open.map(({ memory }) => memory.project))];
      const nearest = (said: Said, project: string) => {
        let best: { readonly one: Said; readonly score: number } | undefined;
        for (const one of open.filter(({ memory }) => memory.project === project)) {
          const score = similarity(said, one);
          if (!best || score > best.score) best = { one, score };
        }
        return best?.one;
      };
      const offered = new Set<Said>();
      return open.flatMap((said) => {
        const others = projects.flatMap((project) => {
          const other = project === said.memory.project ? undefined : nearest(said, project);
          const isMutual = other && isSame(other, said) && nearest(other, said.memory.project) === said;
          return isMutual ? [other] : [];
        });
        // What holds already is at least as near to one of them as they are to each other.
        const isHeldBy = (one: Said) =>
          others.some((o) => Math.max(similarity(one, said), similarity(one, o)) >= similarity(said, o));
        if (others.length === 0 || [said, ...others].some((one) => offered.has(one)) || held.some(isHeldBy)) return [];
        for (const one of [said, ...others]) offered.add(one);
        return [{ memory: said.memory, others: others.map(({ memory }) => memory) }];
      });
    },

    /** From now on it holds in every project. */
    async add(call: Call, id: string): Promise<Memory> {
      const { memory } = await memories.get(call, id);
      if (kindOf(memory) !== "rule")
        throw new AppError("invalid", `${memory.id} is not a rule or preference.`, {
          hint: "Record it with --kind rule.",
        });
      const { title, content, outcome, tags } = memory;
      // Not the words that were said in that project.
      const evidence = memory.evidence.map(({ at }) => ({ at, from: memory.id }));
      return memories.record(call, { project: personScope, title, content, outcome, tags, evidence });
    },

    /** It stays a rule of its project, and is not offered again. */
    async decline(call: Call, id: string): Promise<Memory> {
      const { memory } = await memories.get(call, id);
      return memories.update(call, memory.id, { tags: [...new Set([...memory.tags, onlyHere])] });
    },
  };
}

/** A rule, its words and its meaning. */
type Said = { readonly memory: Memory; readonly words: ReadonlySet<string>; readonly vector: Float32Array | undefined };

/** 1 for the same text; words in common count like a similar meaning. */
function similarity(a: Said, b: Said): number {
  if (a.memory.contentKey === b.memory.contentKey) return 1;
  const byWords = jaccard(a.words, b.words);
  const byMeaning = a.vector && b.vector ? a.vector.reduce((sum, x, i) => sum + x * (b.vector?.[i] ?? 0), 0) : 0;
  return Math.max(byWords >= minShare ? byWords : 0, byMeaning);
}

function isSame(a: Said, b: Said): boolean {
  const isPreference = [a, b].some(({ memory }) => memory.tags.includes("preference"));
  return similarity(a, b) >= minSimilarity[isPreference ? "preference" : "rule"];
}
