import { GraphQLError } from 'graphql';
import { beforeEach, describe, expect, test } from 'vitest';
import { createLog, type Logger, logRequest } from '../../../src/server/telemetry/log.ts';
import { open, serveEndpoints } from '../../support/serve-endpoints.ts';

describe('the log', () => {
  let lines: string[];
  let log: Logger;
  beforeEach(async () => {
    lines = [];
    const destination = { write: (line: string) => void lines.push(line) };
    log = await createLog({ level: 'info', terminal: false, destination });
  });
  const last = () => JSON.parse(lines.at(-1)!) as Record<string, unknown>;

  test('is one JSON object a line, from its level on', () => {
    log.debug('not this');
    log.info({ applied: ['one'] }, 'migrated');
    expect(lines).toHaveLength(1);
    expect(last()).toMatchObject({ level: 30, msg: 'migrated', applied: ['one'] });
  });

  test.each([
    { access_token: 'SECRET' },
    { accessToken: 'SECRET' },
    { authorization: 'SECRET' },
    { headers: { authorization: 'SECRET' } },
    { guests: [{ first_name: 'SECRET' }] },
    { billed_to: { email: 'SECRET' } },
    { booking: { contact: { lastName: 'SECRET' } } },
    { deep: [{ er: { still: [{ billedTo: 'SECRET', birth_date: 'SECRET', phone: 'SECRET' }] } }] },
    { body: 'SECRET', query: 'SECRET', variables: { input: 'SECRET' } },
    { url: '/api/v1/destinations?access_token=SECRET' },
    { note: 'called with ?access_token=SECRET&max=1' },
    { note: 'Authorization: Bearer SECRET' },
    { note: 'key ssg_SECRET was used' },
    { note: 'postgresql://spa:SECRET@db/spa is away' },
    { note: 'mail to SECRET@example.com' },
    { bookingId: 'SECRET' },
    { request: new Request('http://gateway/?SECRET') },
    { values: new Map([['guests', 'SECRET']]) },
  ])('never holds credentials or personal data: %j', (fields) => {
    log.error(fields, 'something happened');
    log.child(fields).error('something happened');
    expect(lines).toHaveLength(2);
    expect(lines.join('')).not.toContain('SECRET');
    expect(last()).toMatchObject({ msg: 'something happened' });
  });

  test('never contains the id of a booking, in any place', () => {
    const id = '5ec2e7a0b1c2d3e4f5a6b7c8';
    log.error({ note: `booking ${id} was made`, made: [id], err: new Error(`no booking ${id}`) }, `at /bookings/${id}`);
    expect(lines).toHaveLength(1);
    expect(lines.join('')).not.toContain(id);
  });

  test('keeps what distinguishes errors: kind, code, message, place, cause', () => {
    const cause = Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' });
    log.error(new TypeError('no such thing', { cause }), 'failed');
    expect(last()).toMatchObject({
      msg: 'failed',
      err: {
        type: 'TypeError',
        message: 'no such thing',
        stack: expect.stringContaining('log.test.ts'),
        cause: { code: 'ECONNREFUSED', message: 'connection refused' },
      },
    });
  });

  test('leaves out the messages of errors that quote what was sent', () => {
    class PrismaClientKnownRequestError extends Error {
      code = 'P2002';
    }
    const quoting = [
      new PrismaClientKnownRequestError('create({ data: { lastName: "SECRET" } })'),
      new GraphQLError('Variable "$input" got invalid value { lastName: "SECRET" }'),
      parseError('{"guests": SECRET}'),
    ];
    for (const error of quoting) log.error(error);
    log.error({ err: new Error('outer', { cause: quoting[0] }) });
    expect(lines).toHaveLength(4);
    expect(lines.join('')).not.toContain('SECRET');
    expect(lines[0]).toContain('P2002');
  });

  test("has a request's method, route, status, duration and id, and nothing that was sent", async () => {
    const hotel = { status: 201, headers: {}, bytes: Buffer.from('{}') };
    const served = serveEndpoints([open('/hotels/:hotelId', () => hotel)], (request) => logRequest(log, request));
    await served.inject({
      method: 'GET',
      url: '/hotels/SECRET?access_token=SECRET',
      headers: { authorization: 'Bearer SECRET' },
      payload: { guests: ['SECRET'] },
    });
    await served.inject('/nowhere/SECRET');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        ...{ level: 30, time: expect.any(Number), msg: 'request', requestId: expect.stringMatching(/^req-/) },
        ...{ method: 'GET', route: '/hotels/:hotelId', status: 201, durationMs: expect.any(Number) },
      },
      expect.objectContaining({ route: 'none', status: 404 }),
    ]);
  });

  test('is made of sentences on a terminal', async () => {
    const { PassThrough } = await import('node:stream');
    const destination = new PassThrough({ encoding: 'utf8' });
    const pretty = await createLog({ level: 'info', terminal: true, destination });
    pretty.info({ access_token: 'SECRET' }, 'migrated');
    const [text] = (await destination[Symbol.asyncIterator]().next()).value.split('\n');
    expect(text).toMatch(/INFO.*migrated/);
    expect(text).not.toContain('SECRET');
  });
});

function parseError(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    return error;
  }
}
