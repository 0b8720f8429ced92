/** Words that change with the number before them. */

/** The number with the form of the word that the language has for it: `3 nights`. */
export function counted(
  tag: string,
  forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string },
): (count: number) => string {
  const rules = new Intl.PluralRules(tag);
  return (count) => `${count} ${forms[rules.select(count)] ?? forms.other}`;
}
