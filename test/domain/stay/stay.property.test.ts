/**
 * The rules of a stay against the oracle's list of all violations: they report a problem exactly if the oracle has one,
 * and always one from its list.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrivalsInConstraints, minimumNights, stayProblem } from '../../../src/domain/stay/stay.ts';
import { between, type Draw } from '../../support/catalogue/random/random-draw.ts';
import { drawn, drawnDate, drawnScene, drawnStay } from '../../support/catalogue/random/random-scene.ts';
import { amount } from '../../support/gateway/soak.ts';
import { dayOf, rulesOf, stayOf } from '../../support/oracle/domain-from-catalogue.ts';
import { minimumStayOf } from '../../support/oracle/oracle-calendar.ts';
import { plusDays } from '../../support/oracle/oracle-dates.ts';
import { keepsTimeConstraints } from '../../support/oracle/oracle-night.ts';
import { brokenStayRules } from '../../support/oracle/oracle-price.ts';

function drawnCase(draw: Draw) {
  const scene = drawnScene(draw);
  const visitType = scene.catalogue.visitTypes[0]!;
  const stay = drawnStay(draw, scene, visitType);
  return { scene, visitType, stay, date: drawnDate(draw, scene), nights: between(draw, 1, 9) };
}

test('a stay is refused exactly when it breaks a rule of its visit type, and the rule named is one that it breaks', () => {
  fc.assert(
    fc.property(drawn(drawnCase), ({ scene, visitType, stay }) => {
      const problem = stayProblem(rulesOf(visitType), stayOf(stay), dayOf(scene.today));
      const broken = brokenStayRules(scene, visitType, stay);
      expect(problem === null).toBe(broken.length === 0);
      if (problem !== null) expect(broken).toContain(problem.code);
    }),
    { numRuns: amount({ short: 2_000, long: 100_000 }) },
  );
});

test('stays keep the time constraints from where the rules say, and minimum stays are rounded up to weeks as the rules say', () => {
  fc.assert(
    fc.property(drawn(drawnCase), ({ visitType, date, nights }) => {
      const isAllowed = arrivalsInConstraints(rulesOf(visitType), nights).some(
        ({ from, to }) => from <= dayOf(date) && dayOf(date) <= to,
      );
      const slept = Array.from({ length: nights }, (_, index) => plusDays(date, index));
      expect(isAllowed).toBe(keepsTimeConstraints(visitType, slept));
      expect(minimumNights(rulesOf(visitType))).toBe(minimumStayOf(visitType));
    }),
    { numRuns: amount({ short: 2_000, long: 100_000 }) },
  );
});
