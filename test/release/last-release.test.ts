/**
 * Since the last release the interfaces changed only in ways that were announced. Made-up changes show what the
 * check requires. Release 1.0.0 has a guide for those who come from 0.2.0, and every file has the version of the gateway.
 */
import { buildSchema, type GraphQLField, type GraphQLInputObjectType, type GraphQLObjectType } from 'graphql';
import { describe, expect, test } from 'vitest';
import type { Change } from './change.ts';
import {
  changesBetween,
  guidedChanges,
  lastRelease,
  objectionsTo,
  otherVersions,
  presentState,
  readChangelog,
  readGuide,
  releaseOf,
} from './releases.ts';

test('since the last release nothing broke without a higher version and a line in the changelog (npm run changes lists it)', async () => {
  const last = lastRelease()!;
  const present = presentState();
  const changes = await changesBetween(last, present);
  const { version } = present;
  const [changelog, guide] = [readChangelog(), readGuide()];
  expect(objectionsTo({ changes, last: last.version, version, changelog, guide })).toEqual([]);
});

/** What has another meaning under the same type, which no comparison finds. */
const OTHER_MEANINGS = [
  ...['Query.lowestPrice.dateTo', 'Query.calendar', 'Query.booking', 'CancelBookingInput.email', 'Query.bookings'],
  ...[
    'Subscription.calendar',
    'BookingFilter.isTest',
    'TooManyRequests.retryAfterSeconds',
    'RoomType.category',
    'CalendarPrice.isFinal',
  ],
  ...['Query.events.types', 'Subscription.bookings.types'],
  ...['Booking.language', 'BookingEvent.note', 'CancelBookingInput.reason', 'DeclineBookingInput.reason'],
  ...['CalendarDay.selectable', 'CalendarDay.reasons', 'Query.quote', 'Query.lowestPrice', 'Query.events'],
  ...['Query.webhooks', 'Booking.status', 'Contact.email'],
  ...['Address.street', 'Address.houseNumber', 'Address.city', 'Address.zipCode'],
];

/** What the guide leads to: the present state, until 1.0.0 is released. */
const guided = releaseOf('1.0.0') ?? presentState();

test('docs/migrating-to-1.0.md has a row for every change of GraphQL and REST that breaks or is dangerous, and for nothing else', async () => {
  const found = await changesBetween(releaseOf('0.2.0')!, guided);
  const noticed = found.filter(({ level }) => level !== 'safe');
  expect([...new Set(guidedChanges(readGuide()))].sort()).toEqual(
    [...new Set([...noticed.map(({ where }) => where), ...OTHER_MEANINGS])].sort(),
  );
});

test('each thing that the guide says means something else is in the schema', () => {
  const schema = buildSchema(guided.schema);
  for (const place of OTHER_MEANINGS) {
    const [type, field, argument] = place.split('.');
    const found = (schema.getType(type!) as GraphQLObjectType | GraphQLInputObjectType).getFields()[field!];
    expect(found, place).toBeDefined();
    if (argument) expect((found as GraphQLField<unknown, unknown>).args.map(({ name }) => name)).toContain(argument);
  }
});

test('the client, the examples that need it and the lock file have the version of the gateway, or it is not released', () => {
  expect(otherVersions(presentState().version)).toEqual([]);
  expect(otherVersions('9.9.9').map((line) => line.replace(/ has version .*/, ''))).toEqual([
    ...['package-lock.json', 'package-lock.json (packages)', 'clients/typescript/package.json'],
    ...['examples/flow/package.json', 'examples/rest/package.json'],
  ]);
});

test('a field that goes from both interfaces is found in both', async () => {
  const present = presentState();
  const document = structuredClone(present.document) as never as {
    components: { schemas: { Image: { properties: Record<string, unknown> } } };
  };
  delete document.components.schemas.Image.properties.height;
  const schema = present.schema.replace('  height: Int\n', '  tall: Int\n');
  const changes = await changesBetween(present, { ...present, schema, document: document as never });
  expect(changes.filter(({ level }) => level === 'breaking').map(({ where }) => where)).toEqual(
    expect.arrayContaining(['Image.height', 'GET /v2/hotels', 'GET /v2/hotels/{hotelId}', 'GET /v2/room-types']),
  );
});

describe('a change since the last release', () => {
  const removal: Change = { level: 'breaking', where: 'Image.height', what: 'is gone' };
  const value: Change = { level: 'dangerous', where: 'Currency.PLN', what: 'is new' };
  const addition: Change = { level: 'safe', where: 'Image.size', what: 'is new' };
  const changelog = (news: string) =>
    `# Changelog\n\n## [Unreleased]\n\n${news}\n\n## [0.3.1] - 2027-01-01\n\n- \`Image.height\`\n`;
  const objections = (changes: Change[], version: string, news = '', last = '0.3.1', guide = '') =>
    objectionsTo({ changes, last, version, changelog: changelog(news).replace('0.3.1', last), guide });

  test('that is safe needs nothing', () => {
    expect(objections([addition], '0.3.1')).toEqual([]);
    expect(objections([], '0.3.1')).toEqual([]);
  });

  test('of REST v1, which is frozen, needs a line even if it is safe', () => {
    const field: Change = { level: 'safe', where: 'GET /v1/price', what: 'answer 200 extra is new' };
    expect(objections([field], '0.3.1')).toEqual([
      'REST v1 is frozen, and docs/changelog.md does not say why it changed: `GET /v1/price`: answer 200 extra is new',
    ]);
    expect(objections([field], '0.3.1', '- The document of `GET /v1/price` names all fields.')).toEqual([]);
    expect(objections([{ ...field, where: 'GET /v2/hotels' }], '0.3.1')).toEqual([]);
  });

  test('that is dangerous needs a line in the changelog', () => {
    expect(objections([value], '0.3.1')).toEqual([
      'docs/changelog.md does not name a dangerous change: `Currency.PLN`: is new',
    ]);
    expect(objections([value], '0.3.1', '- New: `Currency.PLN`.')).toEqual([]);
  });

  test('that breaks needs a line above the last release, and before 1.0 the next minor version', () => {
    expect(objections([removal], '0.3.2')).toEqual([
      'package.json has version 0.3.2; with breaking changes since 0.3.1 it has to be 0.4.0',
      'docs/changelog.md does not name a breaking change: `Image.height`: is gone',
    ]);
    for (const version of ['0.4.0', '0.10.0', '1.0.0']) {
      expect(objections([removal], version, '- Removed: `Image.height`.')).toEqual([]);
    }
  });

  test('may be announced by the guide to 1.0, until that is released', () => {
    const guide = '| `Image.height` | gone | Nothing. |';
    expect(objections([removal], '1.0.0-beta.0', '', '0.3.1', guide)).toEqual([]);
    expect(objections([removal], '2.0.0-beta.0', '', '1.0.0', guide)).toEqual([
      'docs/changelog.md does not name a breaking change: `Image.height`: is gone',
    ]);
  });

  test('that breaks needs the next major version from 1.0 on', () => {
    const news = '- Removed: `Image.height`.';
    expect(objections([removal], '1.9.0', news, '1.2.3')).toEqual([
      'package.json has version 1.9.0; with breaking changes since 1.2.3 it has to be 2.0.0',
    ]);
    expect(objections([removal], '2.0.0', news, '1.2.3')).toEqual([]);
  });

  test('is not looked for in a changelog that does not know the release', () => {
    const asked = { changes: [removal], last: '0.3.1', version: '0.3.1', changelog: '# Changelog\n', guide: '' };
    expect(objectionsTo(asked)).toEqual(['docs/changelog.md has no section "## [0.3.1]"']);
  });

  test('does not come with a version older than the last release', () => {
    expect(objections([], '0.3.0')).toEqual(['package.json has version 0.3.0, older than release 0.3.1']);
  });
});
