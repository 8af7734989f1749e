import type { describeTenant, listPeople } from "../service/people-routes.js";
import type { routes } from "./routes/catalog.js";

// What the page reads of the answers of its API. The page imports only these types, which have no code.

type Answer<Name extends keyof typeof routes> = Awaited<ReturnType<(typeof routes)[Name]["run"]>>;

export type TenantFacts = Awaited<ReturnType<typeof describeTenant>>;
export type PersonRow = Awaited<ReturnType<typeof listPeople>>[number];
export type { TokenFacts as TokenRow } from "../../domain/access/tokens.js";
export type { AuditEntry as AuditRow } from "../../store/access/audit-store.js";

export interface ApiError {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly details?: Readonly<Record<string, unknown>>;
  };
}

export type Welcome = Answer<"GET /api/welcome">;

export type HomeSummary = Answer<"GET /api/home">;
export type OpenWork = HomeSummary["work"][number];
export type ReviewItem = HomeSummary["review"][number];
export type ProjectNews = HomeSummary["digest"][number];
export type Activity = Answer<"GET /api/activity">;
export type DayActivity = Activity["days"][number];
export type UsageRow = Activity["agents"][number];
export type { InboxItem } from "./routes/inbox.js";
export type Inbox = Answer<"GET /api/inbox">;
export type KnowledgeMap = Answer<"GET /api/map">;
export type MapNode = KnowledgeMap["nodes"][number];
export type MapEdge = KnowledgeMap["edges"][number];

export type SearchResults = Answer<"GET /api/search">;
export type SearchHitRow = SearchResults["hits"][number];
export type HitExplanation = NonNullable<SearchHitRow["why"]>;

export type SessionPage = Answer<"GET /api/sessions">;
export type SessionRow = SessionPage["sessions"][number];
export type Replay = Answer<"GET /api/sessions/:id">;
export type ReplayTurn = Replay["turns"][number];
export type ReplayEvent = ReplayTurn["events"][number];
export type OutlineRow = Replay["outline"][number];
export type TurnPage = Answer<"GET /api/sessions/:id/turns">;
export type PatternRow = Answer<"GET /api/patterns">["patterns"][number];
export type RecallSummary = Answer<"GET /api/recall">;
export type ReceiptList = Answer<"GET /api/receipts">;
export type ReceiptRow = ReceiptList["receipts"][number];

export type MemoryPage = Answer<"GET /api/memories">;
export type MemoryRow = MemoryPage["memories"][number];
export type MemoryState = MemoryRow["state"];
export type MemoryTallies = Answer<"GET /api/memories/tally">;
export type MemoryDetail = Answer<"GET /api/memories/:id">;
export type SimilarMemory = MemoryDetail["similar"][number];
export type ConfidenceDay = Answer<"GET /api/memories/confidence">["days"][number];
export type RuleDetail = Answer<"GET /api/rules/:id">;
export type RemediationPage = Answer<"GET /api/remediations">;
export type RemediationRow = Answer<"GET /api/remediations/:id">;

export type ContextRepository = Answer<"GET /api/context/repositories">["repositories"][number];
export type ContextOverview = Answer<"GET /api/context">;
export type EntryRow = ContextOverview["knowledge"][number];
export type DecisionRow = ContextOverview["decisions"][number];
export type SkillRow = ContextOverview["skills"][number];
export type SkillProposal = SkillRow["proposals"][number];
export type EntryVersion = Answer<"GET /api/context/versions">["versions"][number];
export type EntryReview = Answer<"GET /api/context/review">;
export type OverruledText = Answer<"GET /api/context/overruled">["overruled"][number];

export type RunPage = Answer<"GET /api/runs">;
export type RunRow = RunPage["runs"][number];
export type RunStatistics = Answer<"GET /api/runs/statistics">;
export type RunOutput = Answer<"GET /api/runs/:id/output">;

export type SettingList = Answer<"GET /api/settings">;
export type SettingRow = SettingList["settings"][number];
export type SetupPlan = Answer<"GET /api/setup">;
export type SetupResult = Answer<"POST /api/setup">;
export type DoctorReport = Answer<"GET /api/doctor">;
export type FindingRow = DoctorReport["findings"][number];
