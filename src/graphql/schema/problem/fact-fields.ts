/** Declared facts as fields (F7). */
import type { Fact, Facts, ShownAs } from '../../../domain/problem/fact.ts';
import { type Day, formatDay } from '../../../domain/time/civil-date.ts';
import type { SchemaTypes } from '../builder.ts';
import { DateRange } from '../date-range.ts';
import { CurrencyEnum, inCapitals, RightEnum, WeekdayEnum } from '../enums.ts';

type Fields<Parent extends object> = PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, Parent>;
type AnyType = Parameters<Fields<object>['field']>[0]['type'];

const TYPES: Readonly<Record<ShownAs, unknown>> = {
  date: 'LocalDate',
  count: 'Int',
  number: 'Int',
  amount: 'SafeInt',
  money: 'SafeInt',
  counts: ['Int'],
  rights: [RightEnum],
  text: 'String',
  texts: ['String'],
  id: 'ID',
  flag: 'Boolean',
  currency: CurrencyEnum,
  currencies: [CurrencyEnum],
  weekday: WeekdayEnum,
  weekdays: [WeekdayEnum],
  range: DateRange,
  ranges: [DateRange],
};

/** The fields of facts, which `factsOf` finds; a fact that a parent lacks is null. */
export function factFields<Parent extends object>(
  t: Fields<Parent>,
  facts: Facts,
  factsOf: (parent: Parent) => object,
) {
  const field = (name: string, { shown, description, isNullable }: Fact & { shown: ShownAs }) =>
    t.field({
      type: TYPES[shown] as AnyType & string,
      nullable: isNullable as false,
      description,
      resolve: (parent) => {
        const value = (factsOf(parent) as Readonly<Record<string, unknown>>)[name] ?? null;
        return (value === null ? null : shownValue(value, shown)) as string;
      },
    });
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, fact]) => {
      const { shown } = fact;
      return shown === null ? [] : [[fieldName(name, shown), field(name, { ...fact, shown })]];
    }),
  );
}

/** The facts as an error has them: under the names of their fields, without those that are null. */
export function factsOfError(facts: object, declared: Facts): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) => {
      const shown = declared[name]?.shown ?? null;
      return shown === null || value === null ? [] : [[fieldName(name, shown), shownValue(value, shown)]];
    }),
  );
}

function fieldName(name: string, shown: ShownAs): string {
  return shown === 'number' ? `${name}Number` : name;
}

function shownValue(value: unknown, shown: ShownAs): unknown {
  if (shown === 'date') return formatDay(value as Day);
  return shown === 'rights' ? (value as readonly string[]).map(inCapitals) : value;
}
