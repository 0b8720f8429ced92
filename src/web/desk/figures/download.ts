/** Saves the bookings whose stay is in a span as a CSV file. The key goes in a header, so that no address has it. */

import { addDays } from '../../format/civil-date.ts';
import { RequestError } from '../../gateway/request.ts';
import type { Span } from './use-span.ts';

/** It says to spreadsheets that a file is in UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

const CODE_OF_STATUS: Readonly<Record<number, string>> = {
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  429: 'RATE_LIMITED',
  503: 'SERVICE_UNAVAILABLE',
};

/** @throws RequestError when the gateway refuses, and whatever `fetch` throws when it cannot be reached */
export async function downloadBookings({
  key,
  hotel,
  span,
}: {
  key: string;
  hotel: string;
  span: Span;
}): Promise<void> {
  const stays = { hotel, departureFrom: addDays(span.from, 1), arrivalTo: span.to };
  const response = await fetch(`/manage/bookings.csv?${new URLSearchParams(stays)}`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  if (!response.ok) throw new RequestError({ code: CODE_OF_STATUS[response.status] ?? String(response.status) });
  const file = new Blob([BYTE_ORDER_MARK, await response.blob()], { type: 'text/csv;charset=utf-8' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `bookings-${hotel}-${span.name}.csv`;
  link.click();
  URL.revokeObjectURL(link.href);
}
