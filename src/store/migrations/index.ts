import { m0001Initial } from "./m0001-initial.js";
import { m0003Search } from "./m0003-search.js";
import { m0004Bridge } from "./m0004-bridge.js";
import { m0005Archive } from "./m0005-archive.js";
import { m0006Memory } from "./m0006-memory.js";
import { m0007TenantKeys } from "./m0007-tenant-keys.js";
import { m0008Service } from "./m0008-service.js";
import { m0010SignBlocks } from "./m0010-sign-blocks.js";
import { m0012ArchiveSizes } from "./m0012-archive-sizes.js";
import { m0017Moves } from "./m0017-moves.js";
import { m0018Outbox } from "./m0018-outbox.js";
import { m0021SessionCounts } from "./m0021-session-counts.js";
import { m0023ReplacedMemories } from "./m0023-replaced-memories.js";
import { m0024DocumentTitles } from "./m0024-document-titles.js";
import { m0025OneIndex } from "./m0025-one-index.js";
import { m0026ErrorSignatures } from "./m0026-error-signatures.js";
import { m0027DocumentCounts } from "./m0027-document-counts.js";
import { m0028EmbeddingQueue } from "./m0028-embedding-queue.js";
import { m0029SettledStatements } from "./m0029-settled-statements.js";
import { m0030TokenCodes } from "./m0030-token-codes.js";
import { m0031RecordCounts } from "./m0031-record-counts.js";
import { m0032RemoteCopies } from "./m0032-remote-copies.js";
import { m0033MemoryTags } from "./m0033-memory-tags.js";
import { m0034CountedWords } from "./m0034-counted-words.js";
import { m0035CheckpointAuthors } from "./m0035-checkpoint-authors.js";
import { m0036TenantQuotas } from "./m0036-tenant-quotas.js";
import { m0037ReplacedStatements } from "./m0037-replaced-statements.js";
import { m0038ComparedStatements } from "./m0038-compared-statements.js";
import { m0039ReadStatements } from "./m0039-read-statements.js";
import { m0040Lessons } from "./m0040-lessons.js";
import { m0041DistilledSessions } from "./m0041-distilled-sessions.js";
import { m0042FixesByFingerprint } from "./m0042-fixes-by-fingerprint.js";
import type { Migration } from "./migration.js";

/** In order of application; a new step goes to the end. */
export const migrations: readonly Migration[] = [
  m0001Initial,
  m0003Search,
  m0004Bridge,
  m0005Archive,
  m0006Memory,
  m0007TenantKeys,
  m0008Service,
  m0010SignBlocks,
  m0012ArchiveSizes,
  m0017Moves,
  m0018Outbox,
  m0021SessionCounts,
  m0023ReplacedMemories,
  m0024DocumentTitles,
  m0025OneIndex,
  m0026ErrorSignatures,
  m0027DocumentCounts,
  m0028EmbeddingQueue,
  m0029SettledStatements,
  m0030TokenCodes,
  m0031RecordCounts,
  m0032RemoteCopies,
  m0033MemoryTags,
  m0034CountedWords,
  m0035CheckpointAuthors,
  m0036TenantQuotas,
  m0037ReplacedStatements,
  m0038ComparedStatements,
  m0039ReadStatements,
  m0040Lessons,
  m0041DistilledSessions,
  m0042FixesByFingerprint,
];
