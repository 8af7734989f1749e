/** A message of the first speaker, and the same with all messages until that speaker's next one. */
export interface Exchange {
  readonly question: string;
  readonly text: string;
}

export interface Conversation {
  readonly exchanges: readonly Exchange[];
  /** The messages of people, and those of programs. */
  readonly people: string;
  readonly programs: string;
}

interface Message {
  readonly speaker: string;
  text: string;
}

/** A name and a colon, perhaps set in bold, perhaps after a time in brackets. */
const speakerPrefix = /^(?:[[(][^\])\n]{1,40}[\])] ?)?\*{0,2}(\p{L}[\p{L}\p{N} ._'-]{0,30})\*{0,2}:\*{0,2}\s/u;
const isProgram = /^(?:assistant|ai|bot|model|agent|system|tool|claude|chatgpt|gpt|copilot|gemini)$/i;
const isPerson = /^(?:user|human)$/i;
const minMessages = 4;

/**
 * Reads a text whose lines begin with `name:` as a conversation, or returns undefined. Speakers with unknown
 * names must speak more than once: that distinguishes them from headings of a report and keys of a configuration.
 */
export function readConversation(text: string): Conversation | undefined {
  if (!speakerPrefix.test(text)) return undefined;
  const messages = messagesIn(text);
  if (!isConversation(messages)) return undefined;
  const messagesOf = (byProgram: boolean) => messages.filter(({ speaker }) => isProgram.test(speaker) === byProgram);
  return { exchanges: exchangesOf(messages), people: textOf(messagesOf(false)), programs: textOf(messagesOf(true)) };
}

function isConversation(messages: readonly Message[]): boolean {
  const speakers = [...new Set(messages.map(({ speaker }) => speaker))];
  if (
    speakers.length === 2 &&
    speakers.some((one) => isPerson.test(one)) &&
    speakers.some((one) => isProgram.test(one))
  ) {
    return true;
  }
  return messages.length >= minMessages && speakers.length >= 2 && speakers.length <= messages.length / 2;
}

function messagesIn(text: string): Message[] {
  const messages: Message[] = [];
  for (const line of text.split("\n")) {
    const speaker = speakerPrefix.exec(line)?.[1];
    const last = messages.at(-1);
    if (speaker !== undefined) messages.push({ speaker, text: line });
    else if (last) last.text += `\n${line}`;
  }
  return messages;
}

function exchangesOf(messages: readonly Message[]): Exchange[] {
  const first = messages[0]?.speaker;
  const exchanges: Message[][] = [];
  for (const message of messages) {
    if (message.speaker === first) exchanges.push([message]);
    else exchanges.at(-1)?.push(message);
  }
  return exchanges.map((messageGroup) => ({ question: textOf(messageGroup.slice(0, 1)), text: textOf(messageGroup) }));
}

const textOf = (messages: readonly Message[]): string => messages.map(({ text }) => text).join("\n");
