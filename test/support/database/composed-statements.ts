/** The statements that are composed for what is asked, in every form that they can have. */
import type { Statement } from '../../../src/data/sql/statement.ts';
import type { BookingReach } from '../../../src/operations/booking/booking-access.ts';
import type { BookingFilter } from '../../../src/operations/booking/search/booking-filter.ts';
import { countStatement } from '../../../src/operations/booking/search/booking-found-sql.ts';
import { foundPageStatement, pageStatement } from '../../../src/operations/booking/search/booking-page-sql.ts';
import {
  salesStatement,
  selectionStatement,
  type VisitTypeSelection,
} from '../../../src/operations/search/select-visit-types.ts';

export type ComposedStatement = Pick<Statement<never, unknown>, 'declaration' | 'text'>;

/** The modules that compose them. */
export const COMPOSED = [
  'operations/booking/search/booking-found-sql.ts',
  'operations/booking/search/booking-page-sql.ts',
  'operations/search/select-visit-types.ts',
];

/** All forms of the page of bookings and of its count. */
export function bookingPageForms(): ComposedStatement[] {
  const month = { arrivalFrom: 20_000, arrivalTo: 20_030 };
  const expired = { status: 'EXPIRED' } as const;
  const filters: BookingFilter[] = [{}, { hotel: 1 }, { visitType: 1 }, { hotel: 1, visitType: 1 }, month, expired];
  const names: BookingFilter[] = [
    ...[
      {},
      { email: 'a@example.com' },
      { reference: '0000-0000' },
      { text: 'nov' },
      { text: 'jana nov karel' },
      { channel: 'public' },
    ],
    ...[{ roomType: 1 }, { departureFrom: 20_000, departureTo: 20_001 }, { staysOn: 20_000 }],
  ];
  const own = { clientId: 'c'.repeat(24), isTest: null };
  const reaches: BookingReach[] = [null, [1]].flatMap((hotels) =>
    [
      { ...own, clientId: null, destinations: null },
      { ...own, destinations: [] },
      { ...own, destinations: null },
      { ...own, destinations: [1] },
      { ...own, clientId: null, destinations: [1] },
    ].map((reach) => ({ ...reach, hotels })),
  );
  const forms = new Map<string, ComposedStatement>();
  for (const sort of ['NEWEST', 'OLDEST', 'ARRIVAL'] as const)
    for (const after of [null, [0, 'b'.repeat(24)] as const])
      for (const reach of reaches)
        for (const filter of filters)
          for (const name of names) {
            const listed = {
              ...{ sort, after, reach, today: 20_000, first: 10 },
              filter: { ...filter, ...name },
            };
            for (const one of [pageStatement(listed), foundPageStatement(listed, 100), countStatement(listed)])
              forms.set(one.text, one);
          }
  return [...forms.values()];
}

/** Forms of the selection of visit types and of what they sell: with each condition alone, and with all of them. */
export function visitTypeForms(): ComposedStatement[] {
  const nothing = { hotel: undefined, destination: undefined, category: undefined, tag: undefined };
  const all = {
    ...{
      filter: { starsMin: 1, starsMax: 5, occupancy: 2, nightsMin: 3, nightsMax: 7, stayCategory: 'health' as const },
    },
    ...{ references: { hotel: 1, destination: 1, category: 1, tag: 1 }, destinations: [1] },
  };
  const dates = { dateFrom: 20_001, dateTo: 20_010 };
  const selections: VisitTypeSelection[] = [
    { filter: {}, references: nothing, destinations: null },
    { ...all, filter: { ...all.filter, ...dates } },
    { filter: {}, references: nothing, destinations: all.destinations },
    ...Object.entries({ ...all.filter, ...dates }).map(([name, value]) => {
      return { filter: { [name]: value }, references: nothing, destinations: null };
    }),
    ...Object.entries(all.references).map(([name, value]) => {
      return { filter: {}, references: { ...nothing, [name]: value }, destinations: null };
    }),
  ];
  return selections.flatMap((selection) =>
    [selectionStatement, salesStatement].map((of) => of(selection, 20_000) as ComposedStatement),
  );
}
