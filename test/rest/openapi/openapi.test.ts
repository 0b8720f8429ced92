/**
 * The document has every route with all its parameters, and nothing else, and its examples work on the demo as they
 * stand.
 */
import { describe, expect, test } from 'vitest';
import { demoCatalogue } from '../../../src/demo/catalogue.ts';
import { formatDay, parseDay } from '../../../src/domain/time/civil-date.ts';
import { buildOpenApiDocument } from '../../../src/rest/openapi/openapi.ts';
import { ROUTES } from '../../../src/rest/routes.ts';
import { requestBody } from '../../support/booking/booking-body.ts';
import { answerCheck } from '../../support/gateway/documented-answer.ts';
import { ask, check, document, GOOD, gatewayWith, type Json } from '../../support/gateway/documented-gateway.ts';

/** Nothing has happened to bookings of the demo. */
const READING = ROUTES.filter(({ method, path }) => method === 'GET' && path !== '/v2/events');

test('every route is in the document, the files of catalogue and bookings, and nothing else', () => {
  const documented = check.operations.map(({ method, path }) => `${method} ${path}`);
  const routes = ROUTES.map(({ method, path }) => `${method.toLowerCase()} ${path}`);
  const files = ['get /manage/bookings.csv', 'get /manage/catalogue', 'put /manage/catalogue'];
  expect(documented.sort()).toEqual([...routes, ...files].sort());
});

test('every parameter of a route is documented with the definition that reads it, and nothing else but headers', () => {
  for (const { method, path, parameters } of ROUTES) {
    const operation = document.paths[path]![method.toLowerCase()]! as { parameters: Json[] };
    const own = operation.parameters.filter(({ $ref, in: place }) => $ref === undefined && place !== 'header');
    expect(own.map(({ name, in: place, required }) => [name, place, required])).toEqual(
      Object.entries(parameters).map(([name, parameter]) => [name, parameter.in, parameter.isRequired]),
    );
    for (const { name, schema } of own) {
      const { bounds, maxLength, defaultValue, values } = parameters[String(name)]!;
      const { items, ...described } = schema as { items?: { enum?: string[] }; enum?: string[] };
      expect(described).toMatchObject({
        ...(bounds ? { minimum: bounds.min } : {}),
        ...(bounds?.max === undefined ? {} : { maximum: bounds.max }),
        ...(maxLength === undefined ? {} : { maxLength }),
        ...(defaultValue === undefined ? {} : { default: defaultValue }),
      });
      expect(described.enum ?? items?.enum).toEqual(values);
    }
  }
});

describe('examples', () => {
  test.each([
    ['with the flag u', { unicodeRegExp: true }],
    ['without it', { unicodeRegExp: false }],
  ])('fit the schemas that they are examples of, patterns read %s', (_, options) => {
    const validator = answerCheck(document, options);
    const misfits: string[] = [];
    const visit = (value: unknown, pointer: string): void => {
      if (typeof value !== 'object' || value === null) return;
      const { schema, example, examples } = value as { schema?: object; example?: unknown; examples?: Json };
      const given = [example, ...Object.values(examples ?? {}).map((one) => (one as { value?: unknown })?.value)];
      if (schema) {
        const inside = Object.values((schema as { examples?: unknown[] }).examples ?? []);
        for (const one of [...given, ...inside].filter((one) => one !== undefined)) {
          misfits.push(...validator.misfitsOf(one, `${pointer}/schema`).map((misfit) => `${pointer}: ${misfit}`));
        }
      }
      for (const [name, inner] of Object.entries(value)) {
        if (name !== 'example' && name !== 'examples') {
          visit(inner, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
        }
      }
    };
    visit(document, '#');
    expect(misfits).toEqual([]);
  });

  test.each(['2026-11-21', '2027-01-31', '2027-02-01', '2027-05-17', '2028-02-29'])(
    'of requests can be sent to the demo as they stand: %s',
    async (today) => {
      const day = parseDay(today)!;
      const gateway = await gatewayWith({ catalogue: demoCatalogue(day), today });
      const everything = await gateway.key({ scopes: ['read', 'book', 'bookings'] });
      const { paths } = JSON.parse(JSON.stringify(buildOpenApiDocument(day)));
      for (const { method, path } of ROUTES) {
        const operation = paths[path][method.toLowerCase()];
        const required = operation.parameters.filter((one: Json) => one.required && one.example !== undefined);
        const query = required
          .filter((one: Json) => one.in === 'query')
          .map(({ name, example }: Json) => `${name}=${example}`)
          .join('&');
        const url = `/api${path.replace(/\{\w+\}/, String(required[0]?.example))}?${query}`;
        const bodies: unknown[] = operation.requestBody
          ? Object.values<Json>(operation.requestBody.content['application/json'].examples).map(({ value }) => value)
          : [undefined];
        for (const payload of bodies) {
          const answer = await ask(gateway, everything, { method, url, payload: payload as object });
          expect([url, answer.statusCode, answer.body]).toEqual([url, method === 'POST' ? 201 : 200, answer.body]);
        }
      }
    },
  );

  test('of optional parameters select something of the demo, each on its own', async () => {
    const today = '2026-11-21';
    const gateway = await gatewayWith({ catalogue: demoCatalogue(parseDay(today)!), today });
    const everything = await gateway.key({ scopes: ['read', 'book', 'bookings'] });
    for (const { method, path, parameters } of READING) {
      for (const [name, { example, isRequired }] of Object.entries(parameters)) {
        if (isRequired || example === undefined) continue;
        const { url } = GOOD[path]!;
        const query = `${url.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(example)}`;
        const answer = await ask(gateway, everything, { method, url: `${url}${query}` });
        expect([url, name, answer.statusCode]).toEqual([url, name, 200]);
        const body = JSON.parse(answer.body);
        expect([url, name, (body.data ?? Object.values(body)).length > 0]).toEqual([url, name, true]);
      }
    }
  });
});

test('the document is the same all day, and its requests ask for no day that is over', () => {
  for (const today of ['2026-11-21', '2027-02-01', '2030-07-04']) {
    const day = parseDay(today)!;
    const text = JSON.stringify(buildOpenApiDocument(day));
    expect(JSON.stringify(buildOpenApiDocument(day))).toBe(text);
    const { paths } = JSON.parse(text);
    const { parameters } = paths['/v1/price'].get;
    const [from] = parameters.filter(({ name }: Json) => name === 'date_from');
    expect(from.example > formatDay(day)).toBe(true);
  }
});

test('what may be null in a booking for the server may be null in the document', () => {
  const schema = '#/paths/~1v1~1booking/post/requestBody/content/application~1json/schema';
  const guest = { gender: null, birth_date: null, loyalty_program_id: null, loyalty_program_code: null };
  const address = { street: null, house_number: null, city: null, zip_code: null, country: null };
  const body = requestBody();
  const nulls = {
    ...body,
    ...{ customer_note: null, affilUserName: null },
    billed_to: { ...body.billed_to, gender: null, phone: null, consent_marketing: null, address },
    guests: [{ ...body.guests[0], ...guest }],
  };
  expect(check.misfitsOf(nulls, schema)).toEqual([]);
  expect(check.misfitsOf({ ...nulls, guests: [{ ...guest, first_name: null, last_name: null }] }, schema)).not.toEqual(
    [],
  );
});
