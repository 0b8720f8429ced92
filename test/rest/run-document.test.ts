/** How outcomes of a stored document become statuses and bodies. */
import { buildSchema, GraphQLError, type GraphQLSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { LOCALES } from '../../src/domain/text/locale.ts';
import { Documents } from '../../src/graphql/execution/documents.ts';
import { Executor } from '../../src/graphql/execution/executor.ts';
import type { RequestContext } from '../../src/operations/access/request-context.ts';
import { ListDestinationsDocument, TypedDocumentString } from '../../src/rest/generated/operations.ts';
import type { RestRoute } from '../../src/rest/route.ts';
import { createStoredDocument } from '../../src/rest/run-document.ts';

const schema = buildSchema(`
  type LocalizedText { cs: String de: String en: String ru: String }
  interface Problem { code: String! message: String! }
  type InputProblem { path: String! code: String! message: String! }
  type InvalidInput implements Problem { code: String! message: String! problems: [InputProblem!]! }
  type NotFound implements Problem { code: String! message: String! }
  type StayNotAllowed implements Problem { code: String! message: String! }
  type NotPriced implements Problem { code: String! message: String! }
  type LoyaltyNotApplicable implements Problem { code: String! message: String! }
  type NoCapacity implements Problem { code: String! message: String! }
  type OnDemandOnly implements Problem { code: String! message: String! }
  type GuestCountProblem implements Problem { code: String! message: String! }
  type PriceChanged implements Problem { code: String! message: String! }
  type IdempotencyProblem implements Problem { code: String! message: String! }
  type Sold { name: LocalizedText! }
  union Outcome = Sold | InvalidInput | NotFound | StayNotAllowed | NotPriced | LoyaltyNotApplicable | NoCapacity
    | OnDemandOnly | GuestCountProblem | PriceChanged | IdempotencyProblem
  type Query { outcome(guests: Int): Outcome! }
`);

const route: RestRoute<{ readonly result: { readonly name: unknown } }> = {
  method: 'GET',
  path: '/v1/outcome',
  scopes: ['read'],
  summary: '',
  description: '',
  parameters: {},
  isLocalized: true,
  document: `query Ask($guests: Int) { result: outcome(guests: $guests) {
    __typename ... on Problem { code message } ... on InvalidInput { problems { path code message } }
    ... on Sold { name { ...Text } } } }
    fragment Text on LocalizedText { cs_CZ: cs de en ru }`,
  read: () => ({ variables: {} }),
  answer: ({ result }) => ({ status: 200, headers: {}, body: result.name }),
  nameOf: (path) => `legacy_${path}`,
};

const executorOf = (one: GraphQLSchema) =>
  new Executor({ documents: new Documents(one), trace: null, report: () => {} });

async function answerWhen(
  outcome: () => unknown,
  {
    variables = {},
    locales = LOCALES,
    asked = route,
  }: { variables?: Record<string, unknown>; locales?: readonly (typeof LOCALES)[number][]; asked?: RestRoute } = {},
) {
  const reported: unknown[] = [];
  const resolving = withOutcome(schema, outcome);
  const response = await createStoredDocument({ schema: resolving, executor: executorOf(resolving) }, asked).run({
    variables,
    locales,
    context: { caller: { apiKeyId: 'key' }, network: null } as RequestContext,
    report: (error) => reported.push(error),
    spend: null,
    charge: null,
  });
  return { ...response, reported };
}

function withOutcome(base: GraphQLSchema, outcome: () => unknown): GraphQLSchema {
  base.getQueryType()!.getFields().outcome!.resolve = outcome;
  return base;
}

describe('a typed problem', () => {
  test.each([
    ['NotFound', 'NOT_FOUND', 404],
    ['StayNotAllowed', 'TOO_SHORT', 422],
    ['NotPriced', 'NOT_PRICED', 422],
    ['LoyaltyNotApplicable', 'LOYALTY_NOT_APPLICABLE', 422],
    ['NoCapacity', 'NO_CAPACITY', 422],
    ['OnDemandOnly', 'ON_DEMAND_ONLY', 422],
    ['GuestCountProblem', 'TOO_MANY_GUESTS', 422],
    ['PriceChanged', 'PRICE_CHANGED', 409],
    ['IdempotencyProblem', 'IDEMPOTENCY_KEY_REUSED', 422],
    ['IdempotencyProblem', 'IDEMPOTENCY_IN_PROGRESS', 409],
  ])('%s with the code %s is %i and an ErrorResponse with its message', async (__typename, code, status) => {
    const answer = await answerWhen(() => ({ __typename, code, message: 'Why.' }));
    expect(answer).toMatchObject({ status, reported: [] });
    expect(JSON.stringify(answer.body)).toBe('{"success":false,"message":"Why."}');
  });

  test('InvalidInput is 400 with its problems under the names of the caller', async () => {
    const problems = [{ path: 'input.arrival', code: 'NOT_A_DATE', message: 'y' }];
    const answer = await answerWhen(() => ({
      __typename: 'InvalidInput',
      code: 'INVALID_INPUT',
      message: 'm',
      problems,
    }));
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toBe(
      '{"success":false,"message":"The request is not valid.","errors":[{"path":"legacy_arrival","code":"NOT_A_DATE","message":"y"}]}',
    );
  });
});

describe('an error', () => {
  test.each([
    ['UNAUTHENTICATED', 401, 'WWW-Authenticate', 'Bearer'],
    ['FORBIDDEN', 403, 'Cache-Control', 'no-store'],
    ['RATE_LIMITED', 429, 'Retry-After', '5'],
    ['SERVICE_UNAVAILABLE', 503, 'Retry-After', '5'],
    ['SOMETHING_NEW', 500, 'Cache-Control', 'no-store'],
  ])('with the code %s is %i', async (code, status, header, value) => {
    const answer = await answerWhen(() => {
      throw new GraphQLError('SELECT secrets', { extensions: { code: code as never } });
    });
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({ [header]: value });
    expect(JSON.stringify(answer.body)).not.toContain('secrets');
    expect(answer.reported).toHaveLength(status >= 500 ? 1 : 0);
  });

  test('with the code BAD_USER_INPUT is 400 with its problems', async () => {
    const answer = await answerWhen(() => {
      const problems = [{ path: 'filter.hotel', code: 'NOT_A_DATE', message: 'y' }];
      throw new GraphQLError('no', { extensions: { code: 'BAD_USER_INPUT', problems } });
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'legacy_hotel', code: 'NOT_A_DATE', message: 'y' }] },
    });
  });

  test('of a list has the problems of the page first, in either order of the field', async () => {
    const problem = (path: string) => ({ path, code: 'NOT_A_DATE', message: 'y' });
    const answer = await answerWhen(() => {
      const problems = [problem('filter.beds'), problem('first'), problem('filter.code'), problem('after')];
      throw new GraphQLError('no', { extensions: { code: 'BAD_USER_INPUT', problems } });
    });
    const { errors } = answer.body as { errors: { path: string }[] };
    expect(errors.map(({ path }) => path)).toEqual(['legacy_first', 'legacy_after', 'legacy_beds', 'legacy_code']);
  });

  test('of a defect is 500, reported, and does not reveal its cause', async () => {
    const answer = await answerWhen(() => {
      throw new TypeError('cannot read /srv/secret.ts');
    });
    expect(answer.reported).toHaveLength(1);
    expect(answer).toMatchObject({ status: 500, body: { message: 'Something went wrong on the server.' } });
  });

  test("about a variable is the request's fault, but reported, for the route let it pass", async () => {
    const answer = await answerWhen(() => null, { variables: { guests: 'many' } });
    expect(answer).toMatchObject({ status: 400, body: { success: false, errors: [] } });
    expect(answer.reported).toHaveLength(1);
  });
});

describe('a stored document', () => {
  test('answers localized texts with exactly the included locales, in their order, missing ones null', async () => {
    const sold = () => ({ __typename: 'Sold', name: { ru: '', cs: 'Pobyt' } });
    const { body } = await answerWhen(sold, { locales: ['cs_CZ', 'en', 'ru'] });
    expect(JSON.stringify(body)).toBe('{"cs_CZ":"Pobyt","en":null,"ru":""}');
    expect(JSON.stringify((await answerWhen(sold)).body)).toBe('{"cs_CZ":"Pobyt","de":null,"en":null,"ru":""}');
  });

  describe('that the answer of another asks', () => {
    const further = new TypedDocumentString<{ result: { name: unknown } }, { guests: number }>(String(route.document));
    const asking: RestRoute<{ readonly result: { readonly name: unknown } }> = {
      ...route,
      furtherDocuments: [{ document: further }],
      async answer({ result }, _locales, ask) {
        const { result: more } = await ask(further, { guests: 2 });
        return { status: 200, headers: {}, body: [result.name, more.name] };
      },
    };

    test('has the same locales', async () => {
      let calls = 0;
      const sold = () => ({ __typename: 'Sold', name: { en: `Stay ${++calls}`, de: '' } });
      const { body } = await answerWhen(sold, { locales: ['en'], asked: asking });
      expect(body).toEqual([{ en: 'Stay 1' }, { en: 'Stay 2' }]);
    });

    test('fails as the other does', async () => {
      let calls = 0;
      const answer = await answerWhen(
        () => {
          if (++calls > 1) throw new GraphQLError('away', { extensions: { code: 'SERVICE_UNAVAILABLE' } });
          return { __typename: 'Sold', name: {} };
        },
        { asked: asking },
      );
      expect(answer.status).toBe(503);
      expect(answer.reported).toHaveLength(1);
    });

    test('is checked against the schema, too', () => {
      const broken = { ...asking, furtherDocuments: [{ document: '{ nothing }' }] };
      expect(() => createStoredDocument({ schema, executor: executorOf(schema) }, broken)).toThrow(
        /GET \/v1\/outcome is broken: .*nothing/,
      );
    });
  });

  test('is validated with the texts in every locale', () => {
    const texts = /fragment Text on LocalizedText \{([^}]*)\}/.exec(String(ListDestinationsDocument));
    expect(texts?.[1]?.replaceAll(/: \w+/g, '').trim().split(/\s+/)).toEqual([...LOCALES]);
  });

  test('that does not fit the schema stops the start, naming its route', () => {
    const broken = { ...route, document: '{ result: outcome { __typename } another }' };
    expect(() => createStoredDocument({ schema, executor: executorOf(schema) }, broken)).toThrow(
      /GET \/v1\/outcome is broken: .*another/,
    );
  });
});
