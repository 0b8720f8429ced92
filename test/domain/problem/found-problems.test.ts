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
import { OBSTACLES } from '../../../src/domain/problem/obstacles.ts';
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

/** What some booking is refused for on some day, by the refusal. */
function foundObstacles() {
  const [arrival, departure] = [10, 13];
  const terms = { amountMinor: 1, cancellationTerms: [], cancellationFeeMinor: 0, ending: null };
  const found = {
    ...{ notCancellable: new Set<string>(), notConfirmable: new Set<string>(), notDeclinable: new Set<string>() },
    ...{ notMarkable: new Set<string>(), notReinstatable: new Set<string>() },
  };
  for (const status of BOOKING_STATUSES) {
    for (const today of [arrival - 1, arrival, arrival + 1, departure]) {
      const booking = { status, arrival, departure, ...terms, isErased: today === departure };
      const free = { feeMinor: null, isByHotel: false };
      const decisions = {
        notCancellable: decideCancellation(booking, { today, isOperator: false, ...free }),
        notConfirmable: decideAnswer(booking, { answer: 'CONFIRMED', today }),
        notDeclinable: decideAnswer(booking, { answer: 'DECLINED', today }),
        notMarkable: decideNoShow(booking, { today, isEvening: false, feeMinor: null }),
        notReinstatable: decideReinstatement(booking, { today, at: 0 }),
      };
      for (const [kind, decision] of Object.entries(decisions)) {
        if (decision.kind === 'obstacle') found[kind as keyof typeof found].add(decision.code);
      }
    }
  }
  return found;
}

test('what forbids a change of a booking is what some booking is refused for on some day', () => {
  const found = Object.values(foundObstacles()).flatMap((codes) => [...codes]);
  expect([...new Set(found)].sort()).toEqual(Object.keys(REFUSALS.notCancellable.codes).sort());
});

test.each(Object.entries(foundObstacles()))(
  'the description of %s names what is found, and nothing else',
  (kind, codes) => {
    const named = REFUSALS[kind as 'notCancellable'].description.match(/\b[A-Z_]+\b/g) ?? [];
    expect(named.filter((code) => code in OBSTACLES).sort()).toEqual([...codes].sort());
  },
);
