/**
 * What a visit type demands of a stay, against the oracle's list of every broken rule: the rules find a problem exactly
 * when the oracle finds one, and name one that really is there.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { minimumNights, nightAllowed, stayProblem } from '../../src/domain/stay.ts';
import { dayOf, rulesOf, stayOf } from '../support/domain-from-catalogue.ts';
import { minimumStayOf } from '../support/oracle-calendar.ts';
import { keepsTimeConstraints } from '../support/oracle-night.ts';
import { brokenStayRules } from '../support/oracle-price.ts';
import type { Draw } from '../support/random-draw.ts';
import { drawn, drawnDate, drawnScene, drawnStay } from '../support/random-scene.ts';

function drawnCase(draw: Draw) {
  const scene = drawnScene(draw);
  const visitType = scene.catalogue.visitTypes[0]!;
  return { scene, visitType, stay: drawnStay(draw, scene, visitType), date: drawnDate(draw, scene) };
}

test('a stay is refused exactly when it breaks a rule of its visit type, and the rule named is one that it breaks', () => {
  fc.assert(
    fc.property(drawn(drawnCase), ({ scene, visitType, stay }) => {
      const problem = stayProblem(rulesOf(visitType), stayOf(stay), dayOf(scene.today));
      const broken = brokenStayRules(scene, visitType, stay);
      expect(problem === null).toBe(broken.length === 0);
      if (problem !== null) expect(broken).toContain(problem.code);
    }),
    { seed: 1, numRuns: 10_000 },
  );
});

test('single nights keep the time constraints and minimum stays are rounded up to weeks as the rules say', () => {
  fc.assert(
    fc.property(drawn(drawnCase), ({ visitType, date }) => {
      expect(nightAllowed(rulesOf(visitType), dayOf(date))).toBe(keepsTimeConstraints(visitType, [date]));
      expect(minimumNights(rulesOf(visitType))).toBe(minimumStayOf(visitType));
    }),
    { seed: 2, numRuns: 10_000 },
  );
});
