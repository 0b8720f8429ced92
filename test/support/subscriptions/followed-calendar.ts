/** A calendar that is followed: the days that a client shows after each update. */
import type { TestGateway } from '../gateway/gateway.ts';
import { type EventStream, openEventStream, type Subscribing } from './event-stream.ts';

export interface ShownDay {
  readonly date: string;
  readonly selectable: boolean;
  readonly availability: string;
}

export interface CalendarUpdate {
  readonly days: readonly ShownDay[];
  readonly removed: readonly string[];
}

const DAY = `date selectable availability reasons price { isFinal amounts { amount currency } }
  fromPrice { currency amountPerNight { amountMinor } originalAmountPerNight { amountMinor } }`;
const ARGUMENTS = '$filter: CalendarFilter!, $from: LocalDate, $to: LocalDate';
const CALENDAR = 'calendar(filter: $filter, dateFrom: $from, dateTo: $to)';

const SUBSCRIPTION = `subscription Calendar(${ARGUMENTS}) { ${CALENDAR} { days { ${DAY} } removed } }`;
const QUERY = `query Calendar(${ARGUMENTS}) { ${CALENDAR} { ${DAY} } }`;

export interface FollowedCalendar {
  readonly stream: EventStream;
  /** Waits for the next update and applies it. */
  update(): Promise<CalendarUpdate>;
  /** What the updates so far have led to. */
  days(): readonly ShownDay[];
}

export async function followCalendar(asked: Omit<Subscribing, 'query'>): Promise<FollowedCalendar> {
  const stream = await openEventStream({ query: SUBSCRIPTION, ...asked });
  if (stream.status !== 200) throw new Error(`refused with ${stream.status}: ${stream.body}`);
  const shown = new Map<string, ShownDay>();
  return {
    stream,
    async update() {
      const { data, errors } = await stream.result<{ calendar: CalendarUpdate }>();
      if (errors) throw new Error(JSON.stringify(errors));
      for (const date of data.calendar.removed) shown.delete(date);
      for (const day of data.calendar.days) shown.set(day.date, day);
      return data.calendar;
    },
    days: () => [...shown.values()].sort((a, b) => (a.date < b.date ? -1 : 1)),
  };
}

/** What a query answers now. */
export async function askCalendar(
  gateway: TestGateway,
  variables: Record<string, unknown>,
  key?: string,
): Promise<readonly ShownDay[]> {
  const options = { variables, ...(key === undefined ? {} : { key }) };
  return (await gateway.ask<{ calendar: ShownDay[] }>(QUERY, options)).calendar;
}
