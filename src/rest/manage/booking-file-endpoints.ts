/** Bookings as a CSV file over HTTP (M15): `GET /manage/bookings.csv`, for keys with the scope `operate`, at the pace of the reader. */
import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { ApiKeys } from '../../data/keys/key-lookup.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { HttpResponse } from '../../http/response/response.ts';
import type { Services } from '../../operations/access/request-context.ts';
import { listedBookings } from '../../operations/booking/booking-access.ts';
import { exportBookings, HEADER_ROW } from '../../operations/booking/search/export-bookings.ts';
import { resolveBookingFilter } from '../../operations/booking/search/resolve-filter.ts';
import { invalid, toHttpResponse } from '../rest-response.ts';
import { readBookingParameters } from './booking-parameters.ts';
import { callerWith, type LongEndpoints, NO_STORE } from './long-endpoints.ts';

export const BOOKING_FILE_PATH = '/manage/bookings.csv';

interface BookingFileParts {
  readonly services: Services;
  readonly apiKeys: ApiKeys;
  readonly long: LongEndpoints;
}

export function bookingFileEndpoints(parts: BookingFileParts): Endpoint[] {
  const respond = (exchange: Exchange, signal: AbortSignal) => exportFile(exchange, signal, parts);
  return parts.long.of(BOOKING_FILE_PATH, [{ methods: ['GET', 'HEAD'], respond }]);
}

async function exportFile(
  exchange: Exchange,
  signal: AbortSignal,
  { services, apiKeys, long }: BookingFileParts,
): Promise<HttpResponse> {
  const found = await callerWith('operate', exchange, apiKeys);
  if ('refusal' in found) return toHttpResponse(found.refusal);
  const read = readBookingParameters(exchange.query);
  if ('problems' in read) return toHttpResponse(invalid(read.problems));
  const { caller } = found;
  const context = await services.open({ caller, languages: exchange.languages, deadline: null });
  const filter = await resolveBookingFilter(context, read.filter);
  const reach = listedBookings(caller, { asksForTests: read.filter.isTest === true });
  const selected = filter && { reach, filter, today: context.today };
  return {
    status: 200,
    headers: {
      ...{ ...NO_STORE, 'Content-Type': 'text/csv; charset=utf-8; header=present' },
      'Content-Disposition': 'attachment; filename="bookings.csv"',
    },
    bytes: Buffer.alloc(0),
    stream: {
      length: null,
      open() {
        // One page at a time, and the next one when it was taken.
        const rows = selected ? exportBookings(services.database, selected, signal) : [HEADER_ROW];
        const body = Readable.from(rows, { highWaterMark: 1 });
        void long.track(once(body, 'close')).catch(() => {});
        return body;
      },
    },
  };
}
