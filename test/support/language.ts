import { basename } from "node:path/posix";
import { allowedWords, type RetiredWord, retiredInNames, retiredInTexts, retiredPrefixes } from "./retired-words.js";
import type { Source } from "./sources.js";

const wholeWord = ({ word }: RetiredWord) => new RegExp(`^(?:${word})$`);
const nameRules = [...retiredInNames, ...retiredInTexts].map((rule) => ({ ...rule, matches: wholeWord(rule) }));
const prefixRules = retiredPrefixes.map((rule) => ({ ...rule, matches: new RegExp(`^(?:${rule.word})[A-Z]`) }));
const textRules = retiredInTexts.map((rule) => ({ ...rule, matches: new RegExp(`\\b(?:${rule.word})\\b`, "gi") }));

/** Matches comments and strings, so that names remain. A template's `${…}` counts as text, which is close enough. */
const prose = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g;

/** Each retired word of a source file, as `path: word (use …)`. */
export function findRetiredWords({ path, text }: Source): string[] {
  const isCode = /\.tsx?$/.test(path);
  const names = isCode ? [...new Set(text.replace(prose, " ").match(/[A-Za-z_$][\w$]*/g) ?? [])] : [];
  const fileName = basename(path).replace(/\.\w+$/, "");
  return [
    ...names.flatMap((name) => faultsOfName(path, name)),
    ...faultsOfName(path, fileName),
    ...faultsOfText(path, isCode ? (text.match(prose) ?? []).join("\n") : text),
  ];
}

function faultsOfName(path: string, name: string): string[] {
  if (isAllowed(path, name)) return [];
  const parts = name.split(/[-_.]|(?<=[a-z0-9])(?=[A-Z])/).map((part) => part.toLowerCase());
  return [
    ...nameRules.filter(({ matches }) => parts.some((part) => matches.test(part))),
    ...prefixRules.filter(({ matches }) => matches.test(name)),
  ].map(({ use }) => `${path}: ${name} (use ${use})`);
}

function faultsOfText(path: string, text: string): string[] {
  return textRules.flatMap(({ matches, use }) =>
    [...text.matchAll(matches)]
      .map(({ 0: word, index }) => ({ word, around: text.slice(Math.max(0, index - 40), index + 40) }))
      .filter(({ around }) => !isAllowed(path, around))
      .map(({ word, around }) => `${path}: ${word} (use ${use}) in "${around.replaceAll("\n", " ")}"`),
  );
}

const isAllowed = (path: string, text: string) =>
  allowedWords.some((allowed) => allowed.path.test(path) && allowed.text.test(text));
