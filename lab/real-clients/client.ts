import type { Turn } from "../../test/support/scripted-model.js";
import type { HostName } from "../../test/handover/story.js";

/** A folder that stands for a person's machine: home, one repository, and a model on loopback. */
export interface Workplace {
  readonly home: string;
  readonly folder: string;
  readonly modelUrl: string;
}

/** The real command line of an agent, connected to a scripted model. */
export interface RealClient {
  readonly name: HostName;
  readonly program: string;
  /** Files of a person's home that log the agent in and choose the model; paths are relative to the home. */
  files(place: Workplace): Readonly<Record<string, string>>;
  env(place: Workplace): Readonly<Record<string, string>>;
  /** One session with one prompt. */
  args(prompt: string, place: Workplace): readonly string[];
  read(path: string): Turn;
  run(command: string): Turn;
  edit(path: string, before: string, after: string): Turn;
}
