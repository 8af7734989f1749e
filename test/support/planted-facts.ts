import type { PlantedFact } from "./synthetic-sessions.js";

/** A fact with three ways to ask for it. */
export interface FactWithQueries extends PlantedFact {
  readonly keywords: string;
  readonly paraphrase: string;
  /** Shares no content word with the fact. */
  readonly otherWords: string;
}

export const plantedFacts: readonly FactWithQueries[] = [
  {
    question: "Why does the checkout webhook fire twice for Stripe payments?",
    answer:
      "Stripe retries the webhook when we answer after 10 seconds, so we acknowledge first and process the payment in the background.",
    keywords: "stripe webhook twice",
    paraphrase: "duplicate payment notifications at checkout",
    otherWords: "duplicate charge callbacks from the card processor",
  },
  {
    question: "How do we rotate the signing key for JWT tokens?",
    answer:
      "Publish the new key in the JWKS document, wait an hour, then sign with it and drop the old one after a day.",
    keywords: "rotate jwt signing key",
    paraphrase: "changing the key that signs JWT tokens",
    otherWords: "swapping out the secret behind bearer credentials",
  },
  {
    question: "The Safari login loops for ever, what is going on?",
    answer: "Safari drops the SameSite=None cookie without Secure on localhost; we set Lax in development.",
    keywords: "safari login loop cookie",
    paraphrase: "endless login redirect on Safari",
    otherWords: "endless sign-in redirects in Apple's browser",
  },
  {
    question: "What broke the nightly backup of Postgres?",
    answer: "pg_dump ran out of disk on the runner; it now streams straight into the bucket.",
    keywords: "nightly backup pg_dump",
    paraphrase: "Postgres backup job failing at night",
    otherWords: "overnight export of the database failing for lack of space",
  },
  {
    question: "Why is the Kafka consumer lag growing on the orders topic?",
    answer: "One partition has a poison message; we send it to the dead letter topic after three attempts.",
    keywords: "kafka consumer lag orders",
    paraphrase: "orders topic partition stuck behind",
    otherWords: "stream reader falling behind because of a bad record",
  },
  {
    question: "Can we make the Docker image smaller?",
    answer: "A multi-stage build with distroless took it from 1.2 GB to 140 MB.",
    keywords: "docker image distroless",
    paraphrase: "reduce size of the Docker image",
    otherWords: "shrinking a container from over a gigabyte",
  },
  {
    question: "How should feature flags be evaluated on the edge?",
    answer: "Flags are compiled into a bloom filter and shipped with the worker, refreshed every minute.",
    keywords: "feature flags bloom filter",
    paraphrase: "evaluating flags in the edge worker",
    otherWords: "toggles resolved close to users without asking a server",
  },
  {
    question: "The Elasticsearch cluster turned red after the upgrade, why?",
    answer: "An analyzer was renamed, so the shards of the old indices could not be allocated.",
    keywords: "elasticsearch cluster red",
    paraphrase: "shards unallocated after upgrading Elasticsearch",
    otherWords: "full-text search server unhealthy once the version was bumped",
  },
  {
    question: "Why do integration tests hang on the CI runner only?",
    answer: "The runner has IPv6 off and localhost resolved to ::1; the tests use 127.0.0.1 now.",
    keywords: "tests hang ipv6 runner",
    paraphrase: "CI runner hanging during integration tests",
    otherWords: "end-to-end suite freezes in the build pipeline, fine on laptops",
  },
  {
    question: "How do we page through the GitHub GraphQL API?",
    answer: "Use the endCursor with hasNextPage and stay under 500,000 nodes per query.",
    keywords: "github graphql endCursor",
    paraphrase: "pagination of the GitHub GraphQL API",
    otherWords: "walking all results of the code host batch by batch",
  },
  {
    question: "What limits uploads to 1 MB in production?",
    answer: "Nginx client_max_body_size defaults to 1m; the ingress annotation raises it to 50m.",
    keywords: "nginx client_max_body_size uploads",
    paraphrase: "large uploads rejected in production",
    otherWords: "big attachments rejected by the reverse proxy",
  },
  {
    question: "Why does the React list flicker while scrolling?",
    answer: "Keys were array indexes; stable ids and virtualisation fixed it.",
    keywords: "react list flicker scrolling",
    paraphrase: "flickering when scrolling the React list",
    otherWords: "rows blinking when the view moves up and down",
  },
  {
    question: "How are invoices numbered without gaps?",
    answer: "A dedicated sequence table row is locked FOR UPDATE in the same transaction as the invoice.",
    keywords: "invoices numbered gaps",
    paraphrase: "gapless invoice numbering",
    otherWords: "bills counted consecutively with none skipped",
  },
  {
    question: "Why did the cron job run twice on daylight saving?",
    answer: "The schedule was in local time; all cron schedules are UTC now.",
    keywords: "cron daylight saving twice",
    paraphrase: "scheduled cron executed two times when clocks changed",
    otherWords: "recurring task executed again when clocks changed",
  },
  {
    question: "Redis memory is full, which keys are guilty?",
    answer: "Session keys had no TTL since the rename; expireat is set again on write.",
    keywords: "redis memory ttl session",
    paraphrase: "Redis running out of memory",
    otherWords: "cache server running out of RAM because entries never expire",
  },
  {
    question: "How do we test the iOS push notifications locally?",
    answer: "Drag an apns payload file onto the simulator or use xcrun simctl push.",
    keywords: "ios push simctl",
    paraphrase: "trying push notifications on the iOS simulator",
    otherWords: "trying out phone alerts in an emulator",
  },
  {
    question: "Why are decimal prices off by one cent?",
    answer: "Prices were floats; they are integers of cents and rounded half even at the border.",
    keywords: "prices cent floats",
    paraphrase: "rounding problem of one cent in prices",
    otherWords: "penny mistakes with money amounts",
  },
  {
    question: "What makes the Terraform plan show changes every time?",
    answer: "The tags were maps with a timestamp; ignore_changes covers them.",
    keywords: "terraform plan ignore_changes",
    paraphrase: "Terraform always reports changes",
    otherWords: "infrastructure diff is never empty",
  },
  {
    question: "How can the mobile app work offline?",
    answer: "Writes go to an outbox in SQLite and are replayed with idempotency keys.",
    keywords: "mobile offline outbox",
    paraphrase: "offline mode of the mobile app",
    otherWords: "using the phone without a connection",
  },
  {
    question: "Why does gRPC streaming stop after a minute behind the load balancer?",
    answer: "The balancer closes idle HTTP/2 streams; keepalive pings every 30 seconds keep it open.",
    keywords: "grpc streaming keepalive",
    paraphrase: "gRPC stream disconnects behind the balancer",
    otherWords: "long-lived remote calls cut off by the proxy",
  },
  {
    question: "Emails land in spam, what is missing?",
    answer: "The DKIM selector was not published for the new domain, and DMARC was set to none.",
    keywords: "emails spam dkim",
    paraphrase: "mails end up in the spam folder",
    otherWords: "messages we send end up in the junk folder",
  },
  {
    question: "How is PII removed from the analytics export?",
    answer: "A column allow list is applied before the Parquet writer, and hashes use a per-tenant salt.",
    keywords: "pii analytics export parquet",
    paraphrase: "removing PII from exported analytics",
    otherWords: "stripping personal information out of the warehouse dump",
  },
  {
    question: "Why does TypeScript compile so slowly in the monorepo?",
    answer: "Project references were missing; incremental builds went from 90 to 11 seconds.",
    keywords: "typescript monorepo references",
    paraphrase: "slow TypeScript compilation in the monorepo",
    otherWords: "static checking takes ages with many packages",
  },
  {
    question: "What causes the deadlock between orders and inventory?",
    answer: "Rows were locked in different order; both services lock inventory first now.",
    keywords: "deadlock orders inventory",
    paraphrase: "locking conflict of orders with inventory",
    otherWords: "two programs waiting on each other for ever over stock",
  },
  {
    question: "How do we keep the OpenAPI document in sync with the code?",
    answer: "It is generated from the zod schemas in CI and the build fails on a diff.",
    keywords: "openapi zod sync",
    paraphrase: "keeping OpenAPI synchronised with code",
    otherWords: "making sure the interface description matches what is implemented",
  },
  {
    question: "Why do web sockets drop on mobile networks?",
    answer: "Carrier NAT times out after 30 seconds; we ping every 20 and resume with a cursor.",
    keywords: "web sockets nat ping",
    paraphrase: "socket connections lost on mobile networks",
    otherWords: "live connections lost on cellular",
  },
  {
    question: "Which index made the report query fast?",
    answer: "A covering BRIN index on created_at with the tenant id took it from 40 s to 300 ms.",
    keywords: "report query brin index",
    paraphrase: "speeding up the report query",
    otherWords: "speeding up the slow dashboard statement",
  },
  {
    question: "How do we avoid double booking of rooms?",
    answer: "An exclusion constraint on a tsrange with gist makes overlaps impossible.",
    keywords: "double booking exclusion constraint",
    paraphrase: "prevent overlapping bookings of rooms",
    otherWords: "two guests reserving the same place at once",
  },
  {
    question: "Why is the Lambda cold start 6 seconds?",
    answer:
      "The AWS SDK was bundled twice and the VPC interface was created on demand; provisioned concurrency covers the API.",
    keywords: "lambda cold start vpc",
    paraphrase: "slow first start of the Lambda",
    otherWords: "serverless function takes long on its first invocation",
  },
  {
    question: "What is the retention of audit events?",
    answer: "Seven years in cold storage, ninety days in the hot table, decided with legal in March.",
    keywords: "audit events retention",
    paraphrase: "how long audit events are retained",
    otherWords: "how long compliance logs are stored",
  },
];
