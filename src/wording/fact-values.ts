/** Facts as the placeholders of a text are filled with them. */
import type { Currency } from '../domain/pricing/money.ts';
import type { Facts, ShownAs } from '../domain/problem/fact.ts';
import { type Speech, sayValue } from './speech.ts';

/** What `select` calls a fact that is null, or a list of nothing. */
const NONE = 'none';

/** How one fact, or one of a list of them, is said; numbers of entities as their digits. */
function sayFact(value: unknown, shown: ShownAs | null, say: Speech): unknown {
  switch (shown) {
    case 'date':
      return say.date(value as number);
    case 'range':
    case 'ranges':
      return say.range(value as Parameters<Speech['range']>[0]);
    case 'weekday':
    case 'weekdays':
      return say.weekday(value as Parameters<Speech['weekday']>[0]);
    case 'count':
    case 'amount':
      return say.number(value as number);
    case 'text':
      return sayValue(value as string, say);
    default:
      return value;
  }
}

/**
 * The values of the placeholders that the facts answer, `weekdaysOr` from `weekdays`.
 * @param kinds of the placeholders of the text; one with plural forms gets the number itself
 */
export function factValues(
  facts: object,
  { declared, kinds, say }: { declared: Facts; kinds: Readonly<Record<string, unknown>>; say: Speech },
): Readonly<Record<string, unknown>> {
  const values = facts as Readonly<Record<string, unknown>>;
  const filledIn = (placeholder: string) => {
    const name = placeholder in facts ? placeholder : placeholder.replace(/Or$/, '');
    const value = values[name];
    if (value === null || (Array.isArray(value) && value.length === 0)) return NONE;
    if (kinds[placeholder] === 'number') return value;
    const shown = declared[name]?.shown ?? null;
    if (shown === 'money') return say.money(value as number, values.currency as Currency);
    if (!Array.isArray(value)) return sayFact(value, shown, say);
    const said = value.map((one) => sayFact(one, shown, say) as string);
    return name === placeholder ? say.list(said) : say.or(said);
  };
  return Object.fromEntries(Object.keys(kinds).map((placeholder) => [placeholder, filledIn(placeholder)]));
}
