/** The reads of L1: 7 of 10 are calendars, 3 are pages of 20 visit types, in random order. */
import { createRandomNumbers } from '../../src/catalogue/generate/random-numbers.ts';
import { createCursorSigner, formatCursor } from '../../src/operations/search/cursors.ts';
import { VISIT_TYPE_ORDER } from '../../src/operations/search/list-visit-types.ts';
import { PEPPER, type PreparedDatabase } from '../catalogues/databases.ts';
import { calendarVariables, type Subject } from '../catalogues/subjects.ts';
import { type Ask, operation, withHeaders } from '../races/ask.ts';
import { CALENDAR, VISIT_TYPES_AFTER } from '../workloads/operations.ts';
import { VISIT_TYPE_ROWS_AT, visitTypesRead, visitTypesReadOf } from '../workloads/plain-reads.ts';
import { CALENDAR_ROWS, calendarFromRows, calendarRowsVariables } from '../workloads/plain-stays.ts';
import type { CalendarSubject, LivingSubjects, Place } from './subjects.ts';

/** One read, in the words of the gateway and in those of PostGraphile, with what both answers have in common. */
export interface LivingRead {
  readonly ask: Ask;
  readonly rows: Ask;
  readonly ofGateway: (content: unknown) => unknown;
  readonly ofRows: (content: unknown) => unknown;
}

const SEED = 'living reads';
const signer = createCursorSigner(PEPPER);

export function livingReads({ key }: PreparedDatabase, { calendars, places }: LivingSubjects): LivingRead[] {
  const random = createRandomNumbers(SEED);
  const authorization = `Bearer ${key}`;
  const reads = [...calendars.map(calendarRead), ...places.map(pageRead)].map(
    (read): LivingRead => ({ ...read, ask: withHeaders(read.ask, { authorization }) }),
  );
  return reads
    .map((read) => ({ read, place: random.whole(0, 1_000_000) }))
    .sort((a, b) => a.place - b.place)
    .map(({ read }) => read);
}

function calendarRead(subject: CalendarSubject): LivingRead {
  return {
    ask: operation(CALENDAR, calendarVariables(subject)),
    rows: operation(CALENDAR_ROWS, calendarRowsVariables(subject as Subject)),
    ofGateway: (content) => content,
    ofRows: (content) => calendarFromRows(content, subject as Subject),
  };
}

function pageRead({ offset, after }: Place): LivingRead {
  return {
    ask: operation(VISIT_TYPES_AFTER, after === null ? {} : { after: formatCursor(after, VISIT_TYPE_ORDER, signer) }),
    rows: operation(VISIT_TYPE_ROWS_AT, { offset }),
    ofGateway: visitTypesReadOf,
    ofRows: visitTypesRead,
  };
}
