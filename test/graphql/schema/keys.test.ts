/** Keys that keys make, rename and revoke (M10): no key grants, sees or ends what reaches further than itself. Issue 29, number 4. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { completeScopes, type Scope } from '../../../src/data/keys/scopes.ts';
import { isWellFormedApiKey } from '../../../src/domain/api-key-format.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { untilWaiting } from '../../support/database/rival-transactions.ts';
import { type KeyOptions, startGateway, type TestGateway } from '../../support/gateway/gateway.ts';

const CREATE = `mutation ($input: CreateKeyInput!) { result: createKey(input: $input) { __typename
  ... on KeyCreated { secret key { id prefix name client channel rights destinations { number } hotels { number } isPublishable isTest state createdBy expiresAt } }
  ... on InvalidInput { problems { path code reason expected earliest latest } } ... on NotFound { subject reference } } }`;
const LIST = `query ($first: Int! = 20, $after: String, $ended: Boolean! = false) {
  keys(first: $first, after: $after, includeEnded: $ended) { nodes { id name state isOwn lastUsedAt revokedBy } pageInfo { hasNextPage endCursor } } }`;
const RENAME = `mutation ($input: RenameKeyInput!) { result: renameKey(input: $input) { __typename
  ... on KeyRenamed { key { name } } ... on InvalidInput { problems { path code reason } } } }`;
const REVOKE = `mutation ($id: ID!) { result: revokeKey(input: { id: $id }) { __typename
  ... on KeyRevoked { alreadyRevoked key { state revokedBy } } ... on InvalidInput { problems { path reason } } } }`;

interface Listed {
  id: string;
  name: string;
  state: string;
  isOwn: boolean;
  lastUsedAt: string | null;
  revokedBy: string | null;
}
type Created = Record<string, unknown> & {
  __typename: string;
  secret: string;
  key: { id: string; prefix: string; rights: string[] } & Record<string, unknown>;
};

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
});
afterAll(() => gateway?.close());

const manager = (options: KeyOptions = {}) =>
  gateway.key({ name: 'Manager', scopes: ['read', 'operate', 'rates', 'keys'], ...options });
const create = async (key: string, input: object) =>
  (
    await gateway.ask<{ result: Created }>(CREATE, {
      key,
      variables: { input: { name: 'Anna', rights: ['READ'], ...input } },
    })
  ).result;
const list = async (key: string, variables: object = {}) =>
  (
    await gateway.ask<{ keys: { nodes: Listed[]; pageInfo: { hasNextPage: boolean; endCursor: string } } }>(LIST, {
      key,
      variables: { ...variables },
    })
  ).keys;
const act = async (query: string, key: string, variables: object) =>
  (await gateway.ask<{ result: Record<string, unknown> }>(query, { key, variables: { ...variables } })).result;
const namesSeen = async (key: string) => (await list(key, { first: 100, ended: true })).nodes.map(({ name }) => name);

describe('a key that is made', () => {
  test('has what was asked, of its maker the rest; its secret works at once and is stored and shown nowhere', async () => {
    const key = await manager({ client: 'Hotel Aurora', destinations: [1], hotels: [1, 3] });
    const made = await create(key, { rights: ['READ', 'OPERATE'], hotels: ['a00000000000000000000001'] });
    expect(made).toMatchObject({
      __typename: 'KeyCreated',
      key: {
        ...{ name: 'Anna', client: 'Hotel Aurora', channel: 'public', rights: ['READ', 'OPERATE'], state: 'ACTIVE' },
        ...{ destinations: [{ number: 1 }], hotels: [{ number: 1 }], isPublishable: false, isTest: false },
        ...{ createdBy: 'Manager', expiresAt: null },
      },
    });
    expect(isWellFormedApiKey(made.secret)).toBe(true);
    const { viewer } = await gateway.ask<{ viewer: object }>('{ viewer { keyPrefix rights hotels { number } } }', {
      key: made.secret,
    });
    expect(viewer).toEqual({ keyPrefix: made.key.prefix, rights: ['READ', 'OPERATE'], hotels: [{ number: 1 }] });
    const [{ stored } = { stored: '' }] = await gateway.database.prisma.$queryRaw<{ stored: string }[]>`
      SELECT string_agg(k::text, ' ') AS stored FROM api_key AS k`;
    expect(stored).toContain(made.key.prefix);
    expect(stored).not.toContain(made.secret.slice(12));
    const all = await create(key, { rights: ['READ'] });
    expect(all.key).toMatchObject({ destinations: [{ number: 1 }], hotels: [{ number: 1 }, { number: 3 }] });
  });

  test.each<[string, KeyOptions, object, object]>([
    ['rights', {}, { rights: ['READ', 'BOOK'] }, { path: 'rights', expected: ['READ', 'OPERATE', 'RATES', 'KEYS'] }],
    ['no right', {}, { rights: [] }, { path: 'rights' }],
    ['the whole of MANAGE for a part', {}, { rights: ['MANAGE'] }, { path: 'rights' }],
    ['rights for browsers', {}, { rights: ['OPERATE'], isPublishable: true }, { path: 'rights', expected: ['READ'] }],
    ['a name that shows nothing', {}, { name: ' ' }, { path: 'name', code: 'BLANK' }],
    ['the name of others in the history', {}, { name: ' SERVICE ' }, { path: 'name', reason: 'RESERVED_NAME' }],
    ['a name of several lines', {}, { name: 'a\nb' }, { path: 'name', code: 'CONTROL_CHARACTER' }],
    [
      'an end before tomorrow',
      {},
      { expiresOn: TODAY },
      { path: 'expiresOn', code: 'OUT_OF_RANGE', earliest: '2027-01-11' },
    ],
    [
      'an end after its own',
      { expiresAt: new Date('2027-06-01') },
      { expiresOn: '2027-06-02' },
      { path: 'expiresOn', latest: '2027-06-01' },
    ],
    ['no hotel', {}, { hotels: [] }, { path: 'hotels', code: 'OUT_OF_RANGE' }],
    [
      'destinations without hotels of its own',
      { hotels: [1] },
      { destinations: [2] },
      { path: 'hotels', code: 'REQUIRED' },
    ],
  ])('does not get %s', async (_, options, input, problem) => {
    const made = await create(await manager(options), input);
    expect(made).toMatchObject({ __typename: 'InvalidInput', problems: [problem] });
  });

  test('has an end that is no date beside all other problems, in one answer (F8)', async () => {
    const made = await create(await manager(), { name: ' ', rights: [], expiresOn: '2027-02-30' });
    expect(made).toMatchObject({
      __typename: 'InvalidInput',
      problems: [{ path: 'expiresOn' }, { path: 'name' }, { path: 'rights' }],
    });
  });

  test.each<[KeyOptions, object, object]>([
    [{ destinations: [1] }, { destinations: [2] }, { subject: 'DESTINATION', reference: '2' }],
    [{}, { destinations: [9] }, { subject: 'DESTINATION', reference: '9' }],
    [{ destinations: [1] }, { hotels: [2] }, { subject: 'HOTEL', reference: '2' }],
    [{ hotels: [1] }, { hotels: [3] }, { subject: 'HOTEL', reference: '3' }],
    [{}, { destinations: [2], hotels: [1] }, { subject: 'HOTEL', reference: '1' }],
    [{}, { hotels: [9] }, { subject: 'HOTEL', reference: '9' }],
  ])('of one with %j with %j is one of what does not exist', async (options, input, notFound) => {
    expect(await create(await manager(options), input)).toMatchObject({ __typename: 'NotFound', ...notFound });
  });

  test('ends when its maker does, unless it is to end before; a test key makes test keys', async () => {
    const key = await manager({ expiresAt: new Date('2027-06-01'), isTest: true });
    expect((await create(key, {})).key).toMatchObject({ isTest: true, expiresAt: '2027-06-01T00:00:00.000Z' });
    const early = await create(key, { expiresOn: '2027-02-01' });
    expect(early.key).toMatchObject({ expiresAt: '2027-02-01T00:00:00.000Z' });
  });

  test('is of the client of its maker or a new one; of another one for who operates, and sees all keys of that one', async () => {
    const scopes = ['read', 'bookings', 'operate', 'keys'] as const;
    const key = await manager({ client: 'Spa', scopes, hotels: [1] });
    await gateway.key({ client: 'Restaurant', scopes: ['operate'], hotels: [1] });
    await gateway.key({ client: 'Rival', scopes: ['bookings'] });
    const clientOf = async (client: string, by = key) => (await create(by, { client })).key?.client ?? 'refused';
    expect(await clientOf('Spa')).toBe('Spa');
    expect(await clientOf('Wellness')).toBe('Wellness');
    expect(await clientOf('Restaurant')).toBe('Restaurant');
    expect(await clientOf('Rival')).toBe('refused');
    const clerk = await manager({ client: 'Clerks', scopes: ['read', 'bookings', 'keys'], hotels: [1] });
    expect(await clientOf('Restaurant', clerk)).toBe('refused');
  });

  test.each<[string, KeyOptions, KeyOptions]>([
    [
      'a new client',
      { scopes: ['read', 'bookings', 'keys'], destinations: [1] },
      { scopes: ['read', 'bookings', 'keys'], destinations: [2] },
    ],
    [
      'a client whose keys both see',
      { scopes: ['read', 'operate', 'keys'] },
      { scopes: ['read', 'operate', 'keys'], destinations: [1] },
    ],
  ])('at the same time as another one for %s is refused if it does not see that one', async (client, first, second) => {
    await gateway.key({ client: 'a client whose keys both see', scopes: ['read'], destinations: [1] });
    const makers = [await manager({ client: 'First', ...first }), await manager({ client: 'Second', ...second })];
    const made: Promise<Created>[] = [];
    await gateway.database.prisma.$transaction(async (tx) => {
      // A key is made with its epoch at last.
      await tx.$queryRaw`SELECT value FROM epoch WHERE scope = 'keys' FOR UPDATE`;
      for (const maker of makers) {
        made.push(create(maker, { client }));
        await untilWaiting(gateway.database, made.length, Promise.all(made));
      }
    });
    expect(await Promise.all(made)).toMatchObject([
      { __typename: 'KeyCreated', key: { client } },
      { __typename: 'InvalidInput', problems: [{ path: 'client' }] },
    ]);
  });
});

describe('the list of keys', () => {
  test('has those that reach no further, page by page, the newest first; ended ones where they are asked for', async () => {
    const of = (name: string, options: KeyOptions) => gateway.key({ name, scopes: ['operate'], ...options });
    const whole = await of('all', { scopes: ['keys'] });
    const valley = await of('valley', { destinations: [1], scopes: ['keys'] });
    const aurora = await of('aurora', { destinations: [1], hotels: [1], scopes: ['keys'] });
    await of('both hotels', { destinations: [1], hotels: [1, 3] });
    await of('reads all, aurora', { scopes: ['read', 'operate'], hotels: [1] });
    await of('mountain', { destinations: [2] });
    await of('ended', { destinations: [1], hotels: [1], expiresAt: new Date('2027-01-11') });
    const tests = await of('a test', { scopes: ['keys'], isTest: true });
    const mine = ['all', 'valley', 'aurora', 'both hotels', 'reads all, aurora', 'mountain', 'ended', 'a test'];
    const seen = async (key: string) => (await namesSeen(key)).filter((name) => mine.includes(name)).reverse();
    expect(await seen(whole)).toEqual(mine);
    expect(await seen(valley)).toEqual(['valley', 'aurora', 'both hotels', 'ended']);
    expect(await seen(aurora)).toEqual(['aurora', 'ended']);
    expect(await seen(tests)).toEqual(['a test']);
    gateway.setToday('2027-01-12');
    const ofMine = ({ nodes }: { nodes: Listed[] }) => nodes.filter(({ name }) => mine.includes(name));
    expect(ofMine(await list(aurora, { first: 100 })).map(({ name }) => name)).toEqual(['aurora']);
    const ended = ofMine(await list(aurora, { first: 100, ended: true }));
    expect(ended.map(({ name, state, isOwn }) => [name, state, isOwn])).toEqual([
      ['ended', 'EXPIRED', false],
      ['aurora', 'ACTIVE', true],
    ]);
    gateway.setToday(TODAY);
    const pages: string[] = [];
    for (let after: string | null = null; ; ) {
      const { nodes, pageInfo } = await list(whole, { first: 3, after, ended: true });
      pages.push(...nodes.map(({ id }) => id));
      if (!pageInfo.hasNextPage) break;
      after = pageInfo.endCursor;
    }
    expect(pages).toEqual((await list(whole, { first: 100, ended: true })).nodes.map(({ id }) => id));
  });

  test('says when each was last used', async () => {
    const key = await manager({ client: 'Used' });
    await gateway.apiKeys.recordUses();
    const own = (await list(key, { first: 100 })).nodes.find(({ isOwn }) => isOwn);
    expect(own?.lastUsedAt).toBeNull();
    await gateway.apiKeys.recordUses();
    expect((await list(key, { first: 100 })).nodes.find(({ isOwn }) => isOwn)?.lastUsedAt).toBe(
      '2027-01-10T12:00:00.000Z',
    );
  });
});

test('a key is renamed, and what it did keeps its name of then', async () => {
  const key = await manager();
  const { key: made, secret } = await create(key, { rights: ['KEYS'] });
  await create(secret, { name: 'Child', rights: ['KEYS'] });
  expect(await act(RENAME, key, { input: { id: made.id, name: ' Anna, front desk ' } })).toEqual({
    __typename: 'KeyRenamed',
    key: { name: 'Anna, front desk' },
  });
  const child = await gateway.database.prisma.apiKey.findFirst({
    where: { name: 'Child' },
    select: { createdBy: true },
  });
  expect(child).toEqual({ createdBy: 'Anna' });
  expect(await act(RENAME, key, { input: { id: made.id, name: '' } })).toMatchObject({
    problems: [{ path: 'name', code: 'BLANK' }],
  });
  expect(await act(RENAME, key, { input: { id: made.id, name: 'GUEST' } })).toMatchObject({
    problems: [{ path: 'name', code: 'INVALID_VALUE', reason: 'RESERVED_NAME' }],
  });
  expect(await act(RENAME, key, { input: { id: 'none', name: 'x' } })).toMatchObject({ __typename: 'NotFound' });
});

test('a clerk is revoked at once and for good; nobody revokes the own key', async () => {
  const key = await manager();
  const { key: made, secret } = await create(key, {});
  const statusOf = async () =>
    (
      await gateway.inject({
        method: 'GET',
        url: '/api/v1/destinations',
        headers: { authorization: `Bearer ${secret}` },
      })
    ).statusCode;
  expect(await statusOf()).toBe(200);
  const revoked = { state: 'REVOKED', revokedBy: 'Manager' };
  expect(await act(REVOKE, key, { id: made.id })).toEqual({
    __typename: 'KeyRevoked',
    alreadyRevoked: false,
    key: revoked,
  });
  expect(await statusOf()).toBe(401);
  const other = await manager({ name: 'Other' });
  expect(await act(REVOKE, other, { id: made.id })).toEqual({
    __typename: 'KeyRevoked',
    alreadyRevoked: true,
    key: revoked,
  });
  const own = (await list(key, { first: 100 })).nodes.find(({ isOwn }) => isOwn);
  expect(await act(REVOKE, key, { id: own?.id })).toEqual({
    __typename: 'InvalidInput',
    problems: [{ path: 'id', reason: 'OWN_KEY' }],
  });
  expect(await act(REVOKE, key, { id: '0'.repeat(24) })).toMatchObject({ __typename: 'NotFound' });
});

test('whatever keys there are, none makes one that reaches further than itself', async () => {
  const every = completeScopes(['read', 'book', 'bookings', 'operate', 'manage', 'erase', 'keys']);
  const grants = every.map((_, index) =>
    every.filter((scope, place) => scope === 'keys' || (place * 7 + index) % 3 === 0),
  );
  for (const scopes of grants) {
    const key = await manager({ scopes: scopes as Scope[] });
    const has = new Set(completeScopes(scopes));
    for (const scope of every) {
      const made = await create(key, { rights: [scope.toUpperCase()] });
      const expected = has.has(scope) ? completeScopes([scope]).map((one) => one.toUpperCase()) : undefined;
      expect([scopes, scope, made.key?.rights]).toEqual([scopes, scope, expected]);
    }
  }
});
