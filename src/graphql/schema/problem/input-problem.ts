/** What is wrong with an input, as types: each problem with its facts (F7). */
import { type Day, formatDay } from '../../../domain/time/civil-date.ts';
import type { InputProblem as ProblemOfInput } from '../../../operations/input-problem.ts';
import { wordInputProblem } from '../../../wording/word-problem.ts';
import { builder } from '../builder.ts';
import { DateRange } from '../date-range.ts';
import { CurrencyEnum } from '../enums.ts';
import { InputProblemReasonEnum, nameOfReason, ProblemCodeEnum } from './problem-codes.ts';

type KeyOf<Union> = Union extends unknown ? keyof Union : never;
type ValueOf<Union, Key> = Union extends unknown ? (Key extends keyof Union ? Union[Key] : never) : never;

/** A fact that only some problems of a type have; null: this one has not. */
export function factOf<Facts extends object, Name extends KeyOf<Facts>>(
  facts: Facts,
  name: Name,
): NonNullable<ValueOf<Facts, Name>> | null {
  return ((facts as Partial<Record<PropertyKey, unknown>>)[name] ?? null) as never;
}

/** The same as a date. */
export function dateFact<Facts extends object>(facts: Facts, name: KeyOf<Facts>): string | null {
  const day = factOf(facts, name) as Day | null;
  return day === null ? null : formatDay(day);
}

type Facts = ProblemOfInput['facts'];

export const InputProblem = builder.objectRef<ProblemOfInput>('InputProblem').implement({
  description: 'One thing that is wrong with the input. Facts that its reason does not name are null.',
  fields: (t) => {
    const date = (name: KeyOf<Facts>, description: string) =>
      t.field({ type: 'LocalDate', nullable: true, description, resolve: ({ facts }) => dateFact(facts, name) });
    const integer = (name: KeyOf<Facts>, description: string) =>
      t.int({ nullable: true, description, resolve: ({ facts }) => factOf(facts, name) as number | null });
    const amount = (name: 'minimum' | 'maximum' | 'value', description: string) =>
      t.field({ type: 'SafeInt', nullable: true, description, resolve: ({ facts }) => factOf(facts, name) });
    const names = (name: 'expected' | 'fields', description: string) =>
      t.field({ type: ['String'], nullable: true, description, resolve: ({ facts }) => factOf(facts, name) });
    const range = (name: 'season' | 'otherSeason', description: string) =>
      t.field({ type: DateRange, nullable: true, description, resolve: ({ facts }) => factOf(facts, name) });
    return {
      path: t.exposeString('path', {
        description: 'Where, as a dotted path into the input: `billedTo.email`, `guests.0.firstName`, `changes.2`.',
      }),
      code: t.expose('code', { type: ProblemCodeEnum, description: 'A stable code for programs.' }),
      reason: t.field({
        type: InputProblemReasonEnum,
        description: 'What exactly is wrong; several reasons may have one code.',
        resolve: ({ reason }) => nameOfReason(reason),
      }),
      message: t.string({
        description: 'A sentence for people in the language of `Problem.message`. It does not name the field.',
        resolve: (problem, _, { messages }) => wordInputProblem(problem, messages),
      }),
      minimum: amount('minimum', 'The least that is possible.'),
      maximum: amount('maximum', 'The most that is possible.'),
      value: amount('value', 'What was sent, or counted; null where it may be personal.'),
      expected: names('expected', 'Values, types or schemes that are possible.'),
      fields: names('fields', 'Other fields that the problem is about.'),
      earliest: date('earliest', 'The first date that is possible.'),
      latest: date('latest', 'The last date that is possible.'),
      date: date('date', 'The date that was sent.'),
      from: date('from', 'The earlier of two dates, as it should be.'),
      to: date('to', 'The later of two dates, as it should be.'),
      today: date('today', 'The business date.'),
      guest: integer('guest', 'Position of a guest, from 1.'),
      nights: integer('nights', 'Number of nights: on which too much is sold, or of a package.'),
      firstNight: date('firstNight', 'The first night on which too much is sold.'),
      sold: integer('sold', 'Rooms that are taken on such a night, at most.'),
      includesHeld: t.boolean({
        nullable: true,
        description: 'Whether some of them are held, not sold.',
        resolve: ({ facts }) => factOf(facts, 'includesHeld'),
      }),
      held: t.string({
        nullable: true,
        description: 'What is held: a code, a number or a date.',
        resolve: ({ facts }) => factOf(facts, 'held'),
      }),
      currency: t.field({
        type: CurrencyEnum,
        nullable: true,
        description: 'Currency of prices.',
        resolve: ({ facts }) => factOf(facts, 'currency'),
      }),
      roomTypeNumber: integer('roomType', 'Number of the room type.'),
      hotelNumber: integer('hotel', 'Number of the hotel.'),
      priceListNumber: integer('priceList', 'Number of the price list.'),
      season: range('season', 'Nights of a price.'),
      otherPriceListNumber: integer('otherPriceList', 'Number of the other price list.'),
      otherSeason: range('otherSeason', 'Nights of the price in the other list.'),
    };
  },
});
