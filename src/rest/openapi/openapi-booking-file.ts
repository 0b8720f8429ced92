/** Bookings as a CSV file in the reference (M15). */
import { z } from 'zod';
import { BOOKING_COLUMNS } from '../../operations/booking/search/export-bookings.ts';
import { BOOKING_FILE_PATH } from '../manage/booking-file-endpoints.ts';
import { BOOKING_PARAMETERS } from '../manage/booking-parameters.ts';
import type { JsonObject } from './json-schema.ts';
import { contentEncoding, FILE_REFUSALS, MANAGE_TAG, refusals, SERVERS, success } from './openapi-catalogue.ts';
import { buildParameter, type ShiftDate } from './openapi-parameters.ts';
import { VALIDATION_ERROR } from './openapi-responses.ts';

const FILE = z.string().describe('The header line and a line for each booking, each ended by CR and LF, in UTF-8.');

const DISPOSITION = { description: 'A name to save the file under.', required: true, schema: z.string() };

/** The operations of the path, by path and method like those of routes. */
export function bookingFileOperations(moved: ShiftDate): Record<string, Record<string, JsonObject>> {
  const get: JsonObject = {
    operationId: 'exportBookings',
    tags: [MANAGE_TAG.name],
    servers: SERVERS,
    summary: 'Export bookings as CSV',
    description: `The bookings of a filter, those made first first. The columns are ${BOOKING_COLUMNS.map((name) => `\`${name}\``).join(', ')}; later ones may be added at the end. Every text is in quotation marks, and one that begins with \`=\`, \`+\`, \`-\` or \`@\`, as telephone numbers do, has an apostrophe before it, so that no spreadsheet runs it as a formula. Amounts are decimal numbers with a point. The file is read page by page: bookings that are made meanwhile follow. A file that was cut short lacks its last chunk.\n\nThe key needs the scope \`operate\`.`,
    parameters: Object.entries(BOOKING_PARAMETERS).map((entry) => buildParameter(entry, moved)),
    responses: {
      200: success(
        'The file.',
        FILE,
        { 'Content-Encoding': contentEncoding(['gzip']), 'Content-Disposition': DISPOSITION },
        'text/csv',
      ),
      ...refusals(
        {
          ...FILE_REFUSALS,
          400: 'A parameter is unknown or wrong.',
          403: 'The key lacks the scope `operate`.',
          500: 'Something went wrong on the server.',
          503: 'The service is overloaded, or cannot reach its database.',
        },
        [400],
        VALIDATION_ERROR,
      ),
    },
  };
  return { [BOOKING_FILE_PATH]: { get } };
}
