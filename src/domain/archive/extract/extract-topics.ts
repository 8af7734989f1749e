import words from "../../../../data/exchange-words.json" with { type: "json" };

/** Topics by the words that name them: whole words, so that "latest" is no test and "interest" no REST. */
const topics = Object.entries(words.topics).map(([name, source]) => ({ name, words: new RegExp(source, "i") }));

export const extractTopics = (text: string): string[] =>
  topics.filter(({ words }) => words.test(text)).map(({ name }) => name);
