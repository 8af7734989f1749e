import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../../test/redaction/random.js";
import { guessBits, isDrawn, isGuessable } from "./guess-bits.js";

const nothing = () => "";
const random = seededRandom(11);
const shareDrawn = (draw: () => string) =>
  Array.from({ length: 500 }, draw).filter((value) => isDrawn(value, nothing)).length / 500;

describe("guessBits", () => {
  it("gives words fewer bits than drawn letters of the same length", () => {
    for (const word of ["configuration", "kubernetes", "notification", "passenger"])
      expect(guessBits(word, nothing)).toBeLessThan(
        guessBits(random.text(word.length, "bcdfghjklmnpqrstvwxz"), nothing),
      );
  });

  it("gives next to nothing to what the text beside has", () => {
    expect(guessBits("minio123", nothing)).toBeGreaterThan(20);
    expect(guessBits("minio123", () => "minio_root_user=minio")).toBeLessThan(10);
  });
});

describe("isDrawn", () => {
  it.each([
    ["16 hexadecimal digits", () => random.text(16, "0123456789abcdef")],
    ["32 hexadecimal digits", () => random.text(32, "0123456789abcdef")],
    ["20 letters and digits", () => random.text(20, "abcdefghijklmnopqrstuvwxyz0123456789")],
    ["20 letters", () => random.text(20, "abcdefghijklmnopqrstuvwxyz")],
    ["16 of base64", () => random.text(16, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")],
  ])("knows %s", (_, draw) => {
    expect(shareDrawn(draw)).toBeGreaterThan(0.97);
  });

  it.each([
    "challenge-456-response",
    "Win32_Storage_FileSystem",
    "xoxb-status404",
    "dbt:upgrade-rail:dismissed-v3",
    "2023-09-28T15_05_47_GrijsMus",
    "D0000-00000-00000-00000-0000K",
    "update20221107",
  ])("does not take %s for one", (value) => {
    expect(isDrawn(value, nothing)).toBe(false);
  });
});

describe("isGuessable", () => {
  it.each([
    ["oracle123", "oracle_allow_remote=true\noracle_pwd="],
    ["psqlpass", "username=psqluser password="],
    ["chatwoot_prod", "chatwoot_production username: chatwoot_prod_user"],
  ])("knows that %s is explained by its place", (value, beside) => {
    expect(isGuessable(value, () => beside)).toBe(true);
  });

  it.each(["sommer24", "gallery2024!", "maple-otter-window-bridge", "8*ozxS78"])("leaves %s a secret", (value) => {
    expect(isGuessable(value, () => "db_password=")).toBe(false);
  });

  it.each([
    ["acme2019", "db_name=acme\ndb_user=acme\ndb_password="],
    ["Ledger!2024", "# ledger\nadmin password:"],
    ["shop-prod-7741", "postgres_db=shop\npostgres_password="],
  ])("leaves %s a secret beside a name that it begins with", (value, beside) => {
    expect(isGuessable(value, () => beside)).toBe(false);
  });
});
