/** Runs in a copy of the project to which `docs/how-to/add-a-problem.md` has been applied. */
import { type GraphQLEnumType, isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { codesOf } from '../../../src/domain/problem/refusal.ts';
import { type StayRules, stayProblem } from '../../../src/domain/stay/stay.ts';
import { LOCALES } from '../../../src/domain/text/locale.ts';
import { parseDay } from '../../../src/domain/time/civil-date.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { wordRefusal } from '../../../src/wording/word-problem.ts';

const code = 'SUNDAY_DEPARTURE';
const rules: StayRules = {
  ...{ onDemand: false, nightsMin: 1, nightsMax: 28, reservationTimeSpan: 'DAYS', startingDays: [] },
  ...{ timeConstraints: [], sellingFrom: null, sellingTo: null },
};

test('the stay is refused, in every language, with a code and a fact that GraphQL has', () => {
  const [today, arrival, departure] = ['2026-11-25', '2026-12-30', '2027-01-03'].map((date) => parseDay(date)!);
  const problem = stayProblem(rules, { arrival: arrival!, departure: departure! }, today!);
  expect(problem).toEqual({ code, departure });
  const refusal = { kind: 'stayNotAllowed', lengths: [], ...problem! } as never;
  const sentences = LOCALES.map((locale) => wordRefusal(refusal, locale));
  expect(new Set(sentences).size).toBe(LOCALES.length);
  for (const sentence of sentences) expect(sentence).toMatch(/2027/);
  expect(codesOf('createBooking')).toContain(code);
  expect((schema.getType('ProblemCode') as GraphQLEnumType).getValue(code)).toBeDefined();
  const type = schema.getType('StayNotAllowed');
  expect(isObjectType(type) && Object.keys(type.getFields())).toContain('departure');
});
