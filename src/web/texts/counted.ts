/** Plural forms. */

/** The number with the matching plural form: `3 nights`. */
export function counted(
  tag: string,
  forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string },
): (count: number) => string {
  const rules = new Intl.PluralRules(tag);
  return (count) => `${count} ${forms[rules.select(count)] ?? forms.other}`;
}
