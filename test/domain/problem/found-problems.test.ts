/** A problem that is declared is found by something: one that nothing finds is owed texts in four languages for nothing. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import {
  decideAnswer,
  decideCancellation,
  decideNoShow,
  decideReinstatement,
} from '../../../src/domain/booking/changes.ts';
import { BOOKING_STATUSES } from '../../../src/domain/booking/status.ts';
import { INPUT_REASONS } from '../../../src/domain/problem/input-reasons.ts';
import { codesOfKind, REFUSAL_KINDS } from '../../../src/domain/problem/refusal.ts';
import { REFUSALS } from '../../../src/domain/problem/refusals.ts';
import { SPENT_LIMITS } from '../../../src/domain/problem/spent-limits.ts';
import { STAY_CODES } from '../../../src/domain/problem/stay-codes.ts';

const SRC = fileURLToPath(new URL('../../../src/', import.meta.url));
/** Where problems are declared, worded and shown, not found. */
const ELSEWHERE = /^(domain\/problem|wording|web|[\w-]+\/generated)\//;

const code = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !ELSEWHERE.test(file))
  .map((file) => readFileSync(`${SRC}${file}`, 'utf8'))
  .join('\n');

const CODES = REFUSAL_KINDS.filter((kind) => 'codes' in REFUSALS[kind]).flatMap((kind) =>
  codesOfKind(kind).map((one) => one.code),
);

test.each(Object.entries({ INPUT_REASONS, REFUSALS, CODES, SPENT_LIMITS, STAY_CODES }))(
  'everything in %s is found somewhere',
  (_, declared) => {
    const names = Array.isArray(declared) ? (declared as string[]) : Object.keys(declared);
    const helpers: Record<string, string> = { invalidInput: 'invalidInput(', notFound: 'notFound(' };
    const isFound = (name: string) => code.includes(`'${name}'`) || code.includes(helpers[name] ?? `'${name}'`);
    expect(names.length).toBeGreaterThan(2);
    expect(names.filter((name) => !isFound(name))).toEqual([]);
  },
);

test('what forbids a change of a booking is what some booking is refused for on some day', () => {
  const [arrival, departure] = [10, 13];
  const terms = { amountMinor: 1, cancellationTerms: [], cancellationFeeMinor: 0, ending: null };
  const decisions = BOOKING_STATUSES.flatMap((status) =>
    [arrival - 1, arrival, arrival + 1, departure].flatMap((today) => {
      const booking = { status, arrival, departure, ...terms, isErased: today === departure };
      const free = { feeMinor: null, isByHotel: false };
      const cancelled = decideCancellation(booking, { today, isOperator: false, ...free });
      const marked = decideNoShow(booking, { today, isEvening: false, feeMinor: null });
      const reinstated = decideReinstatement(booking, { today, at: 0 });
      const answers = ['CONFIRMED', 'DECLINED'] as const;
      return [cancelled, marked, reinstated, ...answers.map((answer) => decideAnswer(booking, { answer, today }))];
    }),
  );
  const found = decisions.flatMap((decision) => (decision.kind === 'obstacle' ? [decision.code] : []));
  expect([...new Set(found)].sort()).toEqual(Object.keys(REFUSALS.notCancellable.codes).sort());
});
