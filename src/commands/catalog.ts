import type { SettingName } from "../base/settings.js";
import { agentDoctor } from "./agent/agent-doctor.js";
import { agentList } from "./agent/agent-list.js";
import { agentLog } from "./agent/agent-log.js";
import { agentTest } from "./agent/agent-test.js";
import { blame } from "./archive/blame.js";
import { digest } from "./archive/digest.js";
import { forget } from "./archive/forget.js";
import { importSessions } from "./archive/import-sessions.js";
import { ingest } from "./archive/ingest.js";
import { rebuildIndex } from "./archive/rebuild-index.js";
import { replay } from "./archive/replay.js";
import { stats } from "./archive/stats.js";
import { backup } from "./backup.js";
import { codeStatus } from "./code/code-status.js";
import { configEdit } from "./config/config-edit.js";
import { configGet } from "./config/config-get.js";
import { configList } from "./config/config-list.js";
import { configSet } from "./config/config-set.js";
import { configTrust } from "./config/config-trust.js";
import { configUnset } from "./config/config-unset.js";
import { exportToAgent, importFromAgent } from "./context/agent-transfer.js";
import { bundleExport, bundleImport } from "./context/bundle.js";
import { contextCheck } from "./context/context-check.js";
import { contextConfigure } from "./context/context-configure.js";
import { contextNew } from "./context/context-new.js";
import { contextPreview } from "./context/context-preview.js";
import { contextTest } from "./context/context-test.js";
import { contextVerify } from "./context/context-verify.js";
import { historyList } from "./context/history-list.js";
import { contextInit, init } from "./context/init.js";
import { log } from "./context/log.js";
import { mergeFile } from "./context/merge-file.js";
import { skillApplyProposal, skillRejectProposal } from "./context/skill-proposals.js";
import { skillReview } from "./context/skill-review.js";
import { skillStats } from "./context/skill-stats.js";
import { stateClear, stateSet, stateShow } from "./context/state.js";
import { status } from "./context/status.js";
import { syncDiff } from "./context/sync-diff.js";
import { syncResolve } from "./context/sync-resolve.js";
import { syncSquash } from "./context/sync-squash.js";
import { syncUndo } from "./context/sync-undo.js";
import type { Command } from "./define-command.js";
import { doctor } from "./doctor.js";
import { hooksDisable } from "./hooks/hooks-disable.js";
import { hooksEnable } from "./hooks/hooks-enable.js";
import { hooksList } from "./hooks/hooks-list.js";
import { hooksStatus } from "./hooks/hooks-status.js";
import { hooksTest } from "./hooks/hooks-test.js";
import { install } from "./install/install.js";
import { testMcp } from "./install/test-mcp.js";
import { uninstall } from "./install/uninstall.js";
import { distill } from "./memory/distill.js";
import { memoryAllow } from "./memory/memory-allow.js";
import { migrate } from "./migrate/migrate.js";
import { migrateFrom } from "./migrate/migrate-from.js";
import { projectCreate } from "./project/project-create.js";
import { projectPolicy } from "./project/project-policy.js";
import { projectRemove } from "./project/project-remove.js";
import { purge } from "./purge.js";
import { receipts } from "./receipts/receipts.js";
import { statusline } from "./receipts/statusline.js";
import { reindex } from "./reindex.js";
import { login } from "./remote/login.js";
import { logout } from "./remote/logout.js";
import { remoteDrop } from "./remote/remote-drop.js";
import { remotePush } from "./remote/remote-push.js";
import { remoteStatus } from "./remote/remote-status.js";
import { repoAdd } from "./repo/repo-add.js";
import { repoDiscover } from "./repo/repo-discover.js";
import { repoRemove } from "./repo/repo-remove.js";
import { repoValidate } from "./repo/repo-validate.js";
import { restore } from "./restore.js";
import { search } from "./search.js";
import { secretsAllow } from "./secrets/secrets-allow.js";
import { secretsClean } from "./secrets/secrets-clean.js";
import { secretsScan } from "./secrets/secrets-scan.js";
import { secretsStatus } from "./secrets/secrets-status.js";
import { secretsTest } from "./secrets/secrets-test.js";
import { audit } from "./service/audit.js";
import { personRemove } from "./service/person-remove.js";
import { tenantDelete } from "./service/tenant-delete.js";
import { tenantExport } from "./service/tenant-export.js";
import { tenantList } from "./service/tenant-list.js";
import { tenantQuota } from "./service/tenant-quota.js";
import { tokenCreate } from "./service/token-create.js";
import { tokenList } from "./service/token-list.js";
import { tokenRevoke } from "./service/token-revoke.js";
import { tokenRotate } from "./service/token-rotate.js";
import { storageClear } from "./storage/storage-clear.js";
import { storageExport } from "./storage/storage-export.js";
import { storageInfo } from "./storage/storage-info.js";
import { storagePrune } from "./storage/storage-prune.js";
import { storageStats } from "./storage/storage-stats.js";
import { undo } from "./undo.js";

/** Commands that are not tools, in the order in which help lists them. */
export const commands: readonly Command[] = [
  install,
  uninstall,
  migrate,
  migrateFrom,
  receipts,
  statusline,
  memoryAllow,
  distill,
  importSessions,
  ingest,
  stats,
  digest,
  replay,
  blame,
  forget,
  rebuildIndex,
  contextConfigure,
  contextPreview,
  contextTest,
  hooksEnable,
  hooksDisable,
  hooksList,
  hooksStatus,
  hooksTest,
  testMcp,
  codeStatus,
  init,
  contextInit,
  status,
  log,
  syncResolve,
  syncDiff,
  syncSquash,
  syncUndo,
  contextCheck,
  contextVerify,
  contextNew,
  stateShow,
  stateSet,
  stateClear,
  historyList,
  skillReview,
  skillStats,
  skillApplyProposal,
  skillRejectProposal,
  exportToAgent,
  importFromAgent,
  bundleExport,
  bundleImport,
  mergeFile,
  search,
  projectCreate,
  projectRemove,
  projectPolicy,
  repoAdd,
  repoRemove,
  repoDiscover,
  repoValidate,
  undo,
  agentList,
  agentDoctor,
  agentTest,
  agentLog,
  storageInfo,
  storageStats,
  storageExport,
  storageClear,
  storagePrune,
  configList,
  configGet,
  configSet,
  configEdit,
  configUnset,
  configTrust,
  secretsClean,
  secretsScan,
  secretsStatus,
  secretsTest,
  secretsAllow,
  purge,
  doctor,
  reindex,
  backup,
  restore,
  tokenCreate,
  tokenList,
  tokenRevoke,
  tokenRotate,
  personRemove,
  tenantList,
  tenantExport,
  tenantQuota,
  tenantDelete,
  audit,
  login,
  logout,
  remoteStatus,
  remotePush,
  remoteDrop,
];

export interface ProcessCommand {
  readonly name: string;
  readonly summary: string;
  /** Settings shown as flags in its help. */
  readonly settings: readonly SettingName[];
}

/** Commands with an entry of their own in `main.ts`; listed here for help and completion. */
export const processCommands: readonly ProcessCommand[] = [
  {
    name: "mcp",
    summary: "Serve MCP over stdio. Agents start this.",
    settings: ["toolsets", "coreTools", "tools", "excludeTools", "readOnly", "caller", "logLevel"],
  },
  {
    name: "serve",
    summary: "Serve MCP and the web UI over HTTP on this machine or, with --public-url, to a team.",
    settings: [
      "http.host",
      "http.port",
      "database",
      "service.publicUrl",
      "service.issuer",
      "service.rateLimit",
      "service.trustedProxies",
      "http.rateLimit",
      "http.maxBody",
      "toolsets",
      "excludeTools",
      "readOnly",
      "logLevel",
    ],
  },
  {
    name: "worker",
    summary: "Embed documents of a team service in the background, beside other workers and servers.",
    settings: ["database", "search.model", "logLevel"],
  },
  {
    name: "ui",
    summary: "Open the web UI in the browser to search and correct what agents know.",
    settings: ["http.host", "http.port"],
  },
  {
    name: "demo",
    summary: "Open the web UI on sample data in a temporary folder. Your own data is not touched.",
    settings: ["http.host", "http.port"],
  },
  { name: "hook", summary: "Handle a hook payload on standard input. Agents' hooks start this.", settings: [] },
  {
    name: "completion",
    summary: "Print the completion script for bash, zsh or fish.",
    settings: [],
  },
  { name: "version", summary: "Print the version.", settings: [] },
  { name: "help", summary: "Show this help, or the help of a command.", settings: [] },
];
