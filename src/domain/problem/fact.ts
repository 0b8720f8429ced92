/**
 * The facts of a problem, each declared with the way in which interfaces show it and with what it says (F7). Its type, its field in
 * GraphQL and what a sentence may name follow from the declaration.
 */
import type { Currency } from '../pricing/money.ts';
import type { Day, DayRange, Weekday } from '../time/civil-date.ts';

/** The ways to show a fact, with the types of the facts that are shown so. */
interface Shown {
  readonly date: Day;
  readonly count: number;
  /** The number of an entity, whose field has `Number` after its name. */
  readonly number: number;
  /** An integer that may need more than 32 bits. */
  readonly amount: number;
  /** Minor units of the fact `currency`, which stands beside it. */
  readonly money: number;
  readonly counts: readonly number[];
  /** Rights of keys, as they are stored. */
  readonly rights: readonly string[];
  readonly text: string;
  readonly texts: readonly string[];
  readonly id: string;
  readonly flag: boolean;
  readonly currency: Currency;
  readonly currencies: readonly Currency[];
  readonly weekday: Weekday;
  readonly weekdays: readonly Weekday[];
  readonly range: DayRange;
  readonly ranges: readonly DayRange[];
}
export type ShownAs = keyof Shown;

export interface Fact<Value = unknown> {
  /** Null: it has no field, or one that is written by hand. */
  readonly shown: ShownAs | null;
  readonly description: string;
  readonly isNullable: boolean;
  /** Only the type is of use: a declaration has no value. */
  readonly value?: Value;
}
export type Facts = Readonly<Record<string, Fact>>;

/** The values of declared facts. */
export type ValuesOf<Declared> = {
  readonly [Name in keyof Declared]: Declared[Name] extends Fact<infer Value> ? Value : never;
};

function shown<As extends ShownAs>(as: As) {
  return <Value extends Shown[As] = Shown[As]>(description: string): Fact<Value> => {
    return { shown: as, description, isNullable: false };
  };
}

export const date = shown('date');
export const count = shown('count');
export const number = shown('number');
export const amount = shown('amount');
export const money = shown('money');
export const counts = shown('counts');
export const rights = shown('rights');
export const text = shown('text');
export const texts = shown('texts');
export const id = shown('id');
export const flag = shown('flag');
export const currency = shown('currency');
export const currencies = shown('currencies');
export const weekday = shown('weekday');
export const weekdays = shown('weekdays');
export const range = shown('range');
export const ranges = shown('ranges');

/** A fact that only sentences name, or whose field is written by hand. */
export function hidden<Value>(): Fact<Value> {
  return { shown: null, description: '', isNullable: false };
}

export function nullable<Value>(fact: Fact<Value>): Fact<Value | null> {
  return { shown: fact.shown, description: fact.description, isNullable: true };
}
