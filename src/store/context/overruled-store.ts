import { join } from "node:path";
import { isObject, type JsonObject } from "../../base/json.js";
import type { Files } from "../../engine/files.js";
import { jsonText, readJsonOr } from "./json-file.js";
import { locateStore } from "./locate-store.js";
import { type OverruledText, readOverruled } from "./overruled-text.js";

const maxTexts = 100;
/** Older texts are forgotten beyond this, so that the file can always be read. */
const maxCharacters = 16 * 2 ** 20;

/** Stores versions that merges discarded, in the git folder, so that they can be viewed and restored. */
export function openOverruledStore(files: Files, root: string) {
  const pathOf = async () => {
    const location = await locateStore(files, root);
    return location && join(location.gitDir, "throughline", "overruled", `${location.folder}.json`);
  };
  return {
    /** Newest last. */
    async list(): Promise<OverruledText[]> {
      const path = await pathOf();
      const { texts }: JsonObject = path === undefined ? {} : await readJsonOr(files, path);
      return Array.isArray(texts) ? texts.filter(isObject).map(readOverruled) : [];
    },
    async write(texts: readonly OverruledText[]): Promise<void> {
      const path = await pathOf();
      const newest = [...texts];
      const size = () => newest.reduce((sum, one) => sum + sizeOf(one), 0);
      while (newest.length > maxTexts || (newest.length > 1 && size() > maxCharacters)) newest.shift();
      // As bytes, which are not redacted: the restored text must equal the original.
      if (path !== undefined) await files.write(path, Buffer.from(jsonText({ texts: newest })), { private: true });
    },
  };
}

const sizeOf = ({ kept_content, lost_content }: OverruledText) =>
  (kept_content?.length ?? 0) + (lost_content?.length ?? 0);
