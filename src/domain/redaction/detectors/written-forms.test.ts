import { describe, expect, it } from "vitest";
import { specialRuleIds } from "../rules/rule-ids.js";
import { secretForms, writtenForm } from "./written-forms.js";

describe("the table of places where secrets are written", () => {
  it.each(secretForms.map((form, i) => [i + 2, form.rule, form] as const))("line %d, %s, compiles", (_, rule, form) => {
    expect(specialRuleIds).toContain(rule);
    expect(writtenForm(form).words.filter((word) => word === "" || word !== word.toLowerCase())).toEqual([]);
    const withValue = [form.before, form.after].filter((expression) => expression?.includes("(?<value>"));
    expect(withValue).toHaveLength(form.option === undefined ? 1 : 0);
    expect(() => writtenForm(form)).not.toThrow();
  });
});
