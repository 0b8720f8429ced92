/** Catalogue files in the reference (U3). */
import { z } from 'zod';
import { COUNTED_KINDS } from '../../catalogue/counted.ts';
import { CATALOGUE_PATH } from '../manage/catalogue-endpoints.ts';
import { IMPORT_VALUES } from '../manage/catalogue-parameters.ts';
import { failure } from '../rest-response.ts';
import type { JsonObject } from './json-schema.ts';
import { type Headers, headersOfFailure, RATE_LIMIT } from './openapi-headers.ts';
import { ERROR } from './openapi-responses.ts';

export const MANAGE_TAG = {
  name: 'manage',
  description:
    'For the systems of the hotels: the catalogue as a whole, bookings as a file. The addresses are not below `/api`.',
} as const;

export const SERVERS = [{ url: '/', description: 'The server that this document comes from.' }];

const count = z.int().min(0);
const COUNTS = z.strictObject({ created: count, updated: count, removed: count, unchanged: count });
const PROBLEM = z
  .strictObject({
    path: z
      .string()
      .describe('Its place: `$.hotels[0].stars` in the file, else a parameter or header; empty: the body.'),
    code: z.string().describe('What kind of problem it is.'),
    message: z.string().describe('What is wrong, for people.'),
  })
  .meta({ id: 'CatalogueProblem', description: 'A problem of a catalogue file or of the request that brings it.' });
const PROBLEMS = ERROR.extend({
  errors: z
    .array(PROBLEM)
    .max(51)
    .describe('The first 50 problems, as many as fit into 16 kB; then, if there may be more, one that says so.'),
}).meta({ id: 'CatalogueProblems', description: 'Why nothing was changed.' });

const REPORT = z
  .strictObject({
    changed: z.boolean().describe('Whether anything is different now, or would be.'),
    counts: z
      .strictObject(Object.fromEntries(COUNTED_KINDS.map((kind) => [kind, COUNTS])))
      .describe('What happens to the entries of the file, and to their parts. What leaves an entry is removed.'),
    kept: z
      .record(z.string(), z.array(z.union([z.int(), z.string()])))
      .describe('What `mode=replace` would have removed, had bookings, open holds or API keys not referred to it.'),
    revokedDemoKeys: z
      .array(z.string())
      .describe(
        'Prefixes of the demo keys that are revoked, or would be, because the catalogue is no longer the demo.',
      ),
    warnings: z
      .array(PROBLEM)
      .max(1_001)
      .describe('What is valid and can never take effect, no stay can have, or is over.'),
  })
  .meta({ id: 'ImportReport', description: 'What an import did, or with `dryRun=1` would do.' });

const FILE = z
  .looseObject({ format: z.literal('spa-stay-catalogue/1') })
  .meta({ id: 'CatalogueFile', description: 'A catalogue file; `prisma/catalogue.schema.json` is its JSON Schema.' });

const VARY = {
  description: 'What the answer depends on beside its address: the key.',
  required: true,
  schema: z.string().regex(/(^|, )Authorization(,|$)/),
};

const ACCEPTED_ENCODINGS = {
  description: 'The encodings that are read, if the one of the body is not.',
  schema: z.literal('identity, gzip'),
};

const headersOf = (status: number): Headers => ({
  ...headersOfFailure(status),
  Vary: VARY,
  ...(status === 415 ? { 'Accept-Encoding': ACCEPTED_ENCODINGS } : {}),
});

export function success(
  description: string,
  schema: z.ZodType,
  headers: Headers = {},
  type = 'application/json',
): JsonObject {
  return {
    description,
    headers: { ...headersOf(200), ...RATE_LIMIT, ...headers },
    content: { [type]: { schema } },
  };
}

/** @param problems the schema of those that list problems */
export function refusals(
  descriptions: Readonly<Record<number, string>>,
  withProblems: readonly number[],
  problems: z.ZodType = PROBLEMS,
): JsonObject {
  return Object.fromEntries(
    Object.entries(descriptions).map(([status, description]) => {
      const hasProblems = withProblems.includes(Number(status));
      const { body } = failure(Number(status));
      const example = hasProblems ? { ...(body as object), errors: [] } : body;
      const content = { 'application/json': { schema: hasProblems ? problems : ERROR, example } };
      return [status, { description, headers: headersOf(Number(status)), content }];
    }),
  );
}

/** Files of a catalogue and of bookings are refused alike in these cases. */
export const FILE_REFUSALS = {
  401: 'No key, or one that is not valid.',
  405: 'The address has other methods.',
  429: 'The key has made too many requests in this minute.',
} as const;

const REFUSALS = {
  ...FILE_REFUSALS,
  403: 'The key lacks the scope `catalogue`, is not for all destinations, or is bound to hotels.',
  500: 'Something went wrong on the server; nothing was changed.',
  503: 'The service is overloaded, or cannot reach its database or write to it.',
  507: 'There is no space left for the file, or on the disk of the database; nothing was changed.',
} as const;

const parameter = (name: keyof typeof IMPORT_VALUES, description: string): JsonObject => ({
  ...{ name, in: 'query', description, required: false },
  schema: z.enum(IMPORT_VALUES[name]).meta({ default: IMPORT_VALUES[name][0] }),
});

const IMPORT: JsonObject = {
  operationId: 'importCatalogue',
  tags: [MANAGE_TAG.name],
  servers: SERVERS,
  summary: 'Import a catalogue file',
  description:
    'Imports a file, all or nothing. To name an entry is to state the whole of it. The next answer of every process shows the new catalogue. One import runs at a time.\n\nThe key needs the scope `catalogue` and all destinations, and is not bound to hotels.',
  parameters: [
    parameter('mode', '`replace` also removes what the file does not name.'),
    parameter('dryRun', '`1` does everything, then takes it back.'),
    {
      ...{ name: 'Content-Encoding', in: 'header', required: false },
      description: 'How the file is compressed.',
      schema: z.enum(['gzip', 'identity']),
    },
  ],
  requestBody: { required: true, content: { 'application/json': { schema: FILE } } },
  responses: {
    200: success('The report.', REPORT, { 'Content-Encoding': contentEncoding(['br', 'gzip']) }),
    ...refusals(
      {
        400: 'The file is not JSON, the body is not complete gzip, or a parameter is unknown or wrong.',
        ...REFUSALS,
        408: 'Nothing was sent for 30 seconds, or less than 64 KiB a second on average after the first 30.',
        409: 'Another import runs, in this process or another one; the message names its client.',
        413: 'The file is larger than `IMPORT_LIMIT_MB`, as it is sent or decompressed.',
        415: 'The body is not sent as `application/json`, or compressed in another way than gzip.',
        422: 'The file has problems.',
      },
      [400, 422],
    ),
  },
};

const EXPORT: JsonObject = {
  operationId: 'exportCatalogue',
  tags: [MANAGE_TAG.name],
  servers: SERVERS,
  summary: 'Export the catalogue',
  description:
    'The whole catalogue of one moment as a file. To import it again changes nothing.\n\nThe key needs the scope `catalogue` and all destinations, and is not bound to hotels.',
  responses: {
    200: success('The catalogue file.', FILE, { 'Content-Encoding': contentEncoding(['gzip']) }),
    ...refusals({ 400: 'There are no parameters here.', ...REFUSALS }, [400]),
  },
};

export function contentEncoding(values: [string, ...string[]]): JsonObject {
  return { description: 'How the body is compressed, for callers who accept it.', schema: z.enum(values) };
}

/** The operations of the path, by path and method like those of routes. */
export const CATALOGUE_OPERATIONS: Record<string, Record<string, JsonObject>> = {
  [CATALOGUE_PATH]: { get: EXPORT, put: IMPORT },
};
