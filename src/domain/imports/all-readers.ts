import type { Reader } from "./reader.js";
import { basicMemory } from "./readers/basic-memory.js";
import { c0ntextkeeper } from "./readers/c0ntextkeeper.js";
import { claudeMem } from "./readers/claude-mem.js";
import { contextBridge } from "./readers/context-bridge.js";
import { agentMemory, contextd, mcpMemory, mem0 } from "./readers/json-readers.js";

/** Every system that `migrate-from` understands. Context Teleport's stores are not among them: Throughline uses them directly. */
export const allReaders: readonly Reader[] = [
  c0ntextkeeper,
  contextd,
  contextBridge,
  claudeMem,
  basicMemory,
  mcpMemory,
  mem0,
  agentMemory,
];
