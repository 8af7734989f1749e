import { addition, callOnChanges, onServers } from "./migration.js";

type Kind = Readonly<Record<"table" | "part" | "state", string>>;

const kinds: readonly Kind[] = [
  { table: "memories", part: "project", state: "state" },
  { table: "remediations", part: "owner", state: "''" },
  { table: "checkpoints", part: "owner", state: "''" },
];

const isSame = ["tenant", "kind", "part", "state"].map((name) => `c.${name} = of_${name}`).join(" AND ");

const counts = [
  // The newest of a state that few memories have, such as verified, are found without reading the others.
  "CREATE INDEX memories_by_state ON memories (tenant, project, state, created_at)",
  "DROP INDEX memories_by_project",
  `CREATE TABLE record_counts (
    tenant TEXT NOT NULL DEFAULT throughline_tenant(),
    kind TEXT NOT NULL,
    part TEXT NOT NULL,
    state TEXT NOT NULL,
    slot BIGINT NOT NULL,
    records BIGINT NOT NULL,
    PRIMARY KEY (tenant, kind, part, state, slot)
  ) WITH (fillfactor = 50)`,
  // Adds to a row that no other transaction is changing, or to a new one: there are as many as were ever needed at once.
  `CREATE FUNCTION throughline_add_records(of_tenant TEXT, of_kind TEXT, of_part TEXT, of_state TEXT, n BIGINT)
   RETURNS VOID LANGUAGE plpgsql AS $$ BEGIN
     UPDATE record_counts c SET records = c.records + n WHERE ${isSame} AND c.slot = (
       SELECT c.slot FROM record_counts c WHERE ${isSame} LIMIT 1 FOR UPDATE SKIP LOCKED);
     IF NOT FOUND THEN
       INSERT INTO record_counts VALUES (of_tenant, of_kind, of_part, of_state, pg_backend_pid(), n)
       ON CONFLICT (tenant, kind, part, state, slot) DO UPDATE SET records = record_counts.records + excluded.records;
     END IF;
   END $$`,
];

const countKind = ({ table, part, state }: Kind): string[] => {
  const count = (rows: string, sign: "" | "-") =>
    `PERFORM throughline_add_records(r.tenant, '${table}', r.part, r.state, ${sign}r.n)
     FROM (SELECT tenant, ${part} AS part, ${state} AS state, count(*) AS n FROM ${rows} GROUP BY 1, 2, 3) r`;
  return [
    `INSERT INTO record_counts SELECT tenant, '${table}', ${part}, ${state}, 0, count(*) FROM ${table} GROUP BY 1, 3, 4`,
    `CREATE FUNCTION throughline_count_${table}() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
       IF TG_OP = 'INSERT' THEN ${count("added", "")}; ELSE ${count("removed", "-")}; END IF;
       RETURN NULL;
     END $$`,
    ...callOnChanges(`throughline_count_${table}`, table, `${table}_added`, `${table}_removed`),
  ];
};

/** Only memories change what they are counted by. */
const countMoved = [
  `CREATE FUNCTION throughline_move_memory() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
     PERFORM throughline_add_records(OLD.tenant, 'memories', OLD.project, OLD.state, -1),
       throughline_add_records(NEW.tenant, 'memories', NEW.project, NEW.state, 1);
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER memories_moved AFTER UPDATE ON memories FOR EACH ROW
   WHEN (OLD.project <> NEW.project OR OLD.state <> NEW.state) EXECUTE FUNCTION throughline_move_memory()`,
];

/**
 * On a server, the numbers of memories, fixes and checkpoints are kept instead of counted, by project or owner and by
 * state. In several rows each, so that concurrent writers do not wait for each other. By triggers, so that servers of the
 * version before keep them right too.
 */
export const m0031RecordCounts = addition(
  "m0031-record-counts",
  onServers([...counts, ...kinds.flatMap(countKind), ...countMoved]),
);
