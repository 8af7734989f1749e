import { addition, callOnChanges, createTable, onServers } from "./migration.js";

/** As JSON, because the text of a tag may have characters that PostgreSQL does not store. Other text has no tags. */
const tagsOf = (rows: string) =>
  `SELECT DISTINCT m.tenant, t.tag::TEXT AS tag, m.project, m.state, m.created_at, m.id
   FROM ${rows} m CROSS JOIN json_array_elements(CASE WHEN left(m.tags, 2) = '["' THEN m.tags ELSE '[]' END::JSON) AS t (tag)`;
const key = ["tenant", "tag", "project", "state", "created_at", "id"];
const isSame = key.map((name) => `k.${name} = o.${name}`).join(" AND ");
const add = (rows: string) => `INSERT INTO memory_tags ${tagsOf(rows)}`;
const remove = (rows: string) => `DELETE FROM memory_tags k USING (${tagsOf(rows)}) o WHERE ${isSame}`;

const tags = [
  createTable(
    "memory_tags",
    "tenant TEXT DEFAULT throughline_tenant(), tag, project, state, created_at, id",
    `${key.join(", ")}`,
  ),
  add("memories"),
  `CREATE FUNCTION throughline_tag_memories() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
     IF TG_OP = 'INSERT' THEN ${add("added")}; ELSE ${remove("removed")}; END IF;
     RETURN NULL;
   END $$`,
  ...callOnChanges("throughline_tag_memories", "memories", "memories_tagged", "memories_untagged"),
  // Not for a vote, which changes nothing of this.
  `CREATE FUNCTION throughline_retag_memory() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
     ${remove("(SELECT OLD.*)")};
     ${add("(SELECT NEW.*)")};
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER memories_retagged AFTER UPDATE ON memories FOR EACH ROW
   WHEN (OLD.tags <> NEW.tags OR OLD.project <> NEW.project OR OLD.state <> NEW.state OR OLD.created_at <> NEW.created_at)
   EXECUTE FUNCTION throughline_retag_memory()`,
];

const count = (rows: string, sign: "" | "-") =>
  `PERFORM throughline_add_records(r.tenant, 'memory_tags', r.part, r.state, ${sign}r.n)
   FROM (SELECT tenant, project || chr(10) || tag AS part, state, count(*) AS n FROM ${rows} GROUP BY 1, 2, 3) r`;

const countTags = [
  `INSERT INTO record_counts SELECT tenant, 'memory_tags', project || chr(10) || tag, state, 0, count(*)
   FROM memory_tags GROUP BY 1, 3, 4`,
  `CREATE FUNCTION throughline_count_tags() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
     IF TG_OP = 'INSERT' THEN ${count("added", "")}; ELSE ${count("removed", "-")}; END IF;
     RETURN NULL;
   END $$`,
  ...callOnChanges("throughline_count_tags", "memory_tags", "memory_tags_added", "memory_tags_removed"),
];

/**
 * On a server, the tags of memories are rows too, in the order in which a list with a tag shows its memories, and their
 * numbers are kept. By triggers, so that servers of the version before keep them right.
 */
export const m0033MemoryTags = addition("m0033-memory-tags", onServers([...tags, ...countTags]));
