import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CatalogueProblem } from '../../../src/catalogue/file/problems.ts';
import { generateCatalogue } from '../../../src/catalogue/generate/generate.ts';
import { importCatalogue } from '../../../src/catalogue/import.ts';
import { demoCatalogue } from '../../../src/demo/catalogue.ts';
import { parseDay } from '../../../src/domain/time/civil-date.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { type SampleCatalogue, sampleCatalogue } from '../sample-catalogue.ts';
import type { Loose } from './wrong-values.ts';

const today = parseDay('2026-11-22')!;

describe('an import warns of valid entries that can never take effect or that no stay can have, and imports them:', () => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(() => database.close());

  async function warningsOf(source: SampleCatalogue, day = today): Promise<CatalogueProblem[]> {
    const result = await importCatalogue({ database, source, today: day, dryRun: true });
    expect(result).toMatchObject({ ok: true });
    return result.ok ? result.warnings : [];
  }

  const cases: [string, (visitType: Loose) => void, { path: string; code: string; message: string }[]][] = [
    [
      'time constraints that are all in the past, together with a season',
      (visitType) => {
        visitType.timeConstraints = [
          { from: '2026-01-01', to: '2026-06-30' },
          { from: '2026-08-01', to: '2026-11-21' },
        ];
        visitType.sellingFrom = null;
      },
      [
        {
          path: '.timeConstraints',
          code: 'PAST',
          message: 'every time constraint ended before today, 2026-11-22: none of the 4 rates can be sold',
        },
      ],
    ],
    [
      'seasons that are all in the past',
      (visitType) => {
        visitType.timeConstraints = [];
        visitType.priceLists[0].rates = [{ roomTypeId: 11, from: '2026-01-01', to: '2026-11-21', amount: 1 }];
        visitType.priceLists.pop();
      },
      [
        {
          path: '.priceLists',
          code: 'PAST',
          message: 'every rate ended before today, 2026-11-22: nothing can be sold',
        },
      ],
    ],
    [
      'a time constraint shorter than the shortest stay',
      (visitType) => visitType.timeConstraints.push({ from: '2028-01-02', to: '2028-01-02' }),
      [
        {
          path: '.timeConstraints[1]',
          code: 'NO_STAY',
          message:
            'no stay keeps it: 2 nights from SUN do not fit into 2028-01-02 to 2028-01-02; its priced nights still count in lowest prices and calendars',
        },
      ],
    ],
    [
      'a time constraint that no starting day lies in',
      (visitType) => visitType.timeConstraints.push({ from: '2028-01-03', to: '2028-01-09' }),
      [
        {
          path: '.timeConstraints[1]',
          code: 'NO_STAY',
          message:
            'no stay keeps it: 2 nights from SUN do not fit into 2028-01-03 to 2028-01-09; its priced nights still count in lowest prices and calendars',
        },
      ],
    ],
    [
      'a sale that begins after the last night',
      (visitType) => {
        visitType.timeConstraints = [{ from: '2027-01-01', to: '2027-01-31' }];
        visitType.sellingFrom = '2027-02-01';
      },
      [
        {
          path: '.sellingFrom',
          code: 'NO_EFFECT',
          message: 'the sale begins on 2027-02-01, after the last night that the time constraints allow',
        },
      ],
    ],
    [
      'a package longer than the longest stay',
      (visitType) => {
        visitType.priceLists[1].nights = 21;
      },
      [
        {
          path: '.priceLists[1].nights',
          code: 'NO_STAY',
          message:
            'no stay can be booked as a package of 21 nights: stays last 2 to 14 nights; its average still counts as the price of a night',
        },
      ],
    ],
    [
      'a package of no whole weeks',
      (visitType) => {
        visitType.reservationTimeSpan = 'WEEKS';
        visitType.priceLists[1].nights = 8;
      },
      [
        {
          path: '.priceLists[1].nights',
          code: 'NO_STAY',
          message:
            'no stay can be booked as a package of 8 nights: stays last 2 to 14 nights, in whole weeks; its average still counts as the price of a night',
        },
      ],
    ],
    [
      'a season too short for its package',
      (visitType) => {
        visitType.priceLists[1].rates[0].to = '2027-01-06';
      },
      [
        {
          path: '.priceLists[1].rates[0]',
          code: 'NO_EFFECT',
          message: 'a package of 7 nights does not fit into 2027-01-01 to 2027-01-06',
        },
      ],
    ],
    [
      'a promotion for no channel and no hotel',
      (visitType) => Object.assign(visitType.promotions[0], { channels: [], hotelIds: [] }),
      [
        { path: '.promotions[0].channels', code: 'NO_EFFECT', message: 'the promotion holds in no channel' },
        {
          path: '.promotions[0].hotelIds',
          code: 'NO_EFFECT',
          message: 'the promotion holds in no hotel; null means in every one',
        },
      ],
    ],
  ];

  test.each(cases)('%s', async (_, change, warnings) => {
    const sample = sampleCatalogue();
    change(sample.visitTypes[0]);
    const found = await warningsOf(sample);
    expect(found).toEqual(warnings.map(({ path, ...rest }) => ({ path: `$.visitTypes[0]${path}`, ...rest })));
  });

  test('what holds on its very last day is not over', async () => {
    const sample = sampleCatalogue();
    Object.assign(sample.visitTypes[0]!, {
      sellingFrom: null,
      timeConstraints: [{ from: '2026-11-01', to: '2026-11-22' }],
    });
    expect(await warningsOf(sample)).toEqual([]);
    expect(await warningsOf(sample, today + 1)).toMatchObject([{ code: 'PAST' }]);
  });

  test('the sample, the demo and a generated catalogue give no warning', async () => {
    const chunks: string[] = [];
    await generateCatalogue({ hotels: 5, seed: 1, today, write: (chunk) => void chunks.push(chunk) });
    const generated = JSON.parse(chunks.join('')) as SampleCatalogue;
    for (const source of [sampleCatalogue(), demoCatalogue(today) as SampleCatalogue, generated]) {
      expect(await warningsOf(source)).toEqual([]);
    }
    for (const day of ['2027-02-28', '2028-02-29', '2026-12-31']) {
      expect(await warningsOf(demoCatalogue(parseDay(day)!) as SampleCatalogue, parseDay(day)!)).toEqual([]);
    }
  });

  test('of very many warnings the first thousand are listed and the others counted', async () => {
    const sample = sampleCatalogue();
    const [first] = sample.visitTypes[0]!.promotions;
    const promotions = Array.from({ length: 1_500 }, (_, id) => ({ ...first!, id, _id: undefined, channels: [] }));
    sample.visitTypes[0]!.promotions = promotions;
    const warnings = await warningsOf(sample);
    expect(warnings).toHaveLength(1_001);
    expect(warnings.at(-1)).toMatchObject({ code: 'MORE_PROBLEMS', message: 'and 500 more warnings' });
  });
});
