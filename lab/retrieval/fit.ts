// Fits the weights of the fusion over many sets, each set left out in turn, and prints for each set NDCG@10 of the single
// lists and of the fusion with weights of the other sets; then how often first hits are right by their score, and how
// often a question gets no answer. `npx tsx lab/retrieval/run.ts` prints the same after its own tables. Nothing is written.
// Usage: npx tsx lab/retrieval/fit.ts [--extra CORPUS,QUERIES]...
import { parseArgs } from "node:util";
import { openShippedModel } from "../../bench/support/open-shipped-model.js";
import { embedCached } from "../../bench/support/embed-cached.js";
import { printFit } from "./print-fit.js";

const { values: options } = parseArgs({ options: { extra: { type: "string", multiple: true, default: [] } } });
const embedder = embedCached(openShippedModel());
await printFit(embedder, options.extra);
await embedder.close();
