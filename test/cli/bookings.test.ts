/** S20: the command line: bookings of every client are listed, as a process too, shown, exported and erased. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { formatReference } from '../../src/domain/booking/reference.ts';
import { systemClock } from '../../src/domain/time/clock.ts';
import { BOOKING, CALLERS, fillScene, openScene } from '../support/booking/booking-scene.ts';
import { fillDataFolder } from '../support/database/embedded-database.ts';
import { type FreshDatabase, freshDatabase } from '../support/database/fresh-database.ts';
import { environmentOf, runCli, startServing } from '../support/gateway/run-cli.ts';
import { runHere } from '../support/gateway/run-command.ts';
import { readCsv } from '../support/requests/csv-reader.ts';

describe('bookings on the command line', () => {
  let database: FreshDatabase;
  let env: Record<string, string>;
  let references: string[];
  const folder = mkdtempSync(join(tmpdir(), 'gateway-bookings-'));
  beforeAll(async () => {
    database = await freshDatabase();
    env = { DATABASE_URL: database.url, API_KEY_PEPPER: 'the pepper of the tests, long enough for all' };
    await fillScene(database);
    const scene = await openScene(database);
    for (const [index, caller] of [CALLERS.everywhere, CALLERS.partner].entries()) {
      scene.clock.millis += 60_000;
      await scene.book({ caller, input: { kind: index === 0 ? 'BINDING' : 'REQUEST' } });
    }
    await scene.close();
    const rows = await database.prisma.booking.findMany({ orderBy: { createdAt: 'asc' } });
    references = rows.map(({ reference }) => formatReference(reference));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await database.close();
  });

  test('list shows all clients in a table, newest first; filters select, and --json is a line each', async () => {
    const { code, stdout } = await runCli(['bookings', 'list'], env);
    expect(code).toBe(0);
    const [header, ...lines] = stdout.trimEnd().split('\n');
    expect(header).toMatch(/^REFERENCE +STATUS +KIND +ARRIVAL +DEPARTURE +HOTEL +ROOM +AMOUNT +CLIENT +CREATED$/);
    expect(lines.map((line) => line.split(/ +/)[0])).toEqual(references.toReversed());
    expect(stdout).not.toContain(BOOKING.billedTo.lastName);

    const filters = [
      '--hotel',
      '1',
      '--visit-type',
      '100',
      '--arrival-from',
      '2026-05-04',
      '--created-from',
      '2026-03-02',
      '--created-to',
      '2026-03-02',
    ];
    const filtered = [
      '--email',
      'HILDEGARD@rupertsberg.example',
      '--status',
      'confirmed',
      '--tests',
      'none',
      '--sort',
      'ARRIVAL',
    ];
    const selected = await runHere(['bookings', 'list', '--json', ...filters, ...filtered], env);
    expect(JSON.parse(selected.stdout)).toMatchObject({
      ...{ reference: references[0], status: 'CONFIRMED', amount: '3000 CZK', client: 'key1', arrival: '2026-05-04' },
    });
    expect((await runHere(['bookings', 'list', '--json', '--limit', '1'], env)).stdout).toContain(references[1]);
  });

  test('show has everything about one, by reference in any form or id', async () => {
    const asked = references[0]!.replace('-', '').toLowerCase();
    const { stdout } = await runHere(['bookings', 'show', asked], env);
    expect(stdout).toMatch(/^billedTo\.email +hildegard@rupertsberg\.example$/m);
    expect(stdout).toMatch(/^history\.0\.type +CONFIRMED$/m);
    const { id } = JSON.parse((await runHere(['bookings', 'show', asked, '--json'], env)).stdout) as { id: string };
    expect(JSON.parse((await runHere(['bookings', 'show', id, '--json'], env)).stdout)).toMatchObject({ id });
  });

  test('26.14 (A10): export writes what is kept of a person, for its owner alone; erase removes it, and the export is empty', async () => {
    const file = join(folder, 'hildegard.json');
    const email = ['--email', BOOKING.billedTo.email];
    expect(await runHere(['bookings', 'export', ...email, file], env)).toMatchObject({ code: 0, stdout: '' });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    // One that others can read does not pass that on.
    const open = join(folder, 'open.json');
    writeFileSync(open, '{}', { mode: 0o644 });
    expect(await runHere(['bookings', 'export', ...email, open], env)).toMatchObject({ code: 0 });
    expect([statSync(open).mode & 0o777, readFileSync(open, 'utf8')]).toEqual([0o600, readFileSync(file, 'utf8')]);
    expect(readdirSync(folder).sort()).toEqual(['hildegard.json', 'open.json']);
    expect(JSON.parse(readFileSync(file, 'utf8')).bookings).toHaveLength(2);
    expect((await runHere(['bookings', 'erase', references[0]!], env)).stderr).toMatch(
      /^1 booking has no guest data any more$/m,
    );
    expect((await runHere(['bookings', 'erase', ...email], env)).stderr).toMatch(
      /^1 booking has no guest data any more$/m,
    );
    expect(JSON.parse((await runHere(['bookings', 'export', ...email], env)).stdout)).toMatchObject({ bookings: [] });
    expect((await runHere(['bookings', 'show', references[0]!], env)).stdout).toMatch(/^erasedAt +\d{4}-/m);
  });

  test('erase by an address that a booking had before says that the address alone is forgotten (S19)', async () => {
    const scene = await openScene(database);
    const former = 'mistyped@example.com';
    const id = await scene.made({ input: { billedTo: { ...BOOKING.billedTo, email: former } } });
    await scene.alter(id, { billedTo: { email: 'right@example.com' } as never });
    await scene.close();
    const { stderr } = await runHere(['bookings', 'erase', '--email', former], env);
    expect(stderr).toMatch(
      /^0 bookings have no guest data any more\n1 change has forgotten it as the address before$/m,
    );
    await database.prisma.booking.delete({ where: { id } });
  });

  test('export --csv writes the bookings that the filter selects, a line each, for its owner alone (M15)', async () => {
    const file = join(folder, 'may.csv');
    const may = ['--arrival-from', '2026-05-01', '--arrival-to', '2026-05-31'];
    expect(await runHere(['bookings', 'export', '--csv', ...may, file], env)).toMatchObject({ code: 0, stdout: '' });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const [header, ...rows] = readCsv(readFileSync(file, 'utf8'));
    expect(header!.slice(0, 3)).toEqual(['reference', 'id', 'status']);
    expect(rows.map(([reference]) => reference)).toEqual(references);
    const none = await runHere(['bookings', 'export', '--csv', '--hotel', '2'], env);
    expect(readCsv(none.stdout)).toEqual([header]);
  });

  test('erase --expired erases whatever is past BOOKING_RETENTION_DAYS, however many, which servers leave, on a machine whose clock is right (S19)', async () => {
    const scene = await openScene(database);
    const days = { arrival: BOOKING.arrival + 14, departure: BOOKING.departure + 14 };
    await scene.made({ input: { ...days, billedTo: { ...BOOKING.billedTo, email: 'late@example.com' } } });
    await scene.close();
    const expired = ['bookings', 'erase', '--expired'];
    expect((await runHere(expired, env)).stderr).toMatch(/^error: BOOKING_RETENTION_DAYS is not set/m);
    expect((await runHere([...expired, '--email', 'late@example.com'], env)).code).toBe(1);
    // A machine with another today would erase what is not due (T2).
    const machine = vi.spyOn(systemClock, 'now');
    for (const offMs of [3_600_000, -32_000]) {
      machine.mockImplementation(() => Date.now() + offMs);
      for (const args of [expired, ['keys', 'create', '--name', 'x']]) {
        const refused = await runHere(args, { ...env, BOOKING_RETENTION_DAYS: '0' });
        expect(refused).toMatchObject({ code: 1, stdout: '' });
        const off = offMs > 0 ? 'ahead of' : 'behind';
        expect(refused.stderr).toMatch(
          new RegExp(`^error: the clock of this machine is \\d+ s ${off} the database's`, 'm'),
        );
      }
      expect((await runHere(['export'], env)).code).toBe(0);
    }
    machine.mockRestore();
    expect(await database.prisma.apiKey.count({ where: { name: 'x' } })).toBe(0);
    expect(await database.prisma.bookingContact.count({ where: { email: 'late@example.com' } })).toBe(1);
    const { stderr } = await runHere(expired, { ...env, BOOKING_RETENTION_DAYS: '0' });
    expect(stderr).toMatch(/^1 booking has no guest data any more$/m);
    expect(await database.prisma.bookingContact.count({ where: { email: 'late@example.com' } })).toBe(0);
  });

  test('confirm, decline and cancel do what GraphQL does, once, and say what was found', async () => {
    const scene = await openScene(database);
    scene.clock.millis = Date.now();
    const arrival = Math.floor(Date.now() / 86_400_000) + 30;
    // The command has the clock of the machine, so the stay is priced whenever this runs.
    await database.prisma.rate.updateMany({ data: { to: new Date((arrival + 30) * 86_400_000) } });
    const ids: string[] = [];
    for (let time = 0; time < 2; time++) {
      const input = { kind: 'REQUEST', arrival, departure: arrival + 2 } as const;
      ids.push(
        await scene.made({ input: { ...input, billedTo: { ...BOOKING.billedTo, email: `${time}@example.com` } } }),
      );
    }
    const dates = { arrival: arrival + 5, departure: arrival + 7 };
    const [room] = await scene.madeParty({
      input: { kind: 'REQUEST', ...dates, rooms: [{ roomType: '11' }, { roomType: '11' }] },
    });
    await scene.close();
    const said = async (...args: string[]) => {
      const { code, stderr } = await runHere(['bookings', ...args], env);
      return `${code} ${stderr.trim()}`;
    };
    const [one, other] = ids as [string, string];
    expect(await said('confirm', one, '--no-rooms', '--note', 'by telephone')).toBe('0 is confirmed');
    expect(await said('confirm', one)).toBe('0 was confirmed before');
    expect(await said('decline', one)).toMatch(/^1 error: /);
    expect(await said('cancel', one)).toMatch(/^0 is cancelled; the fee is 0 CZK$/);
    expect(await said('cancel', one)).toMatch(/^0 was cancelled before; the fee is 0 CZK$/);
    expect(await said('cancel', room!, '--party', '--fee', '0')).toMatch(/^1 error: fee: /);
    expect(await said('cancel', room!, '--party')).toBe('0 2 bookings are cancelled; the fee is 0 CZK');
    expect(await said('cancel', room!, '--party')).toBe('0 2 bookings were cancelled before; the fee is 0 CZK');
    expect(await said('decline', other, '--reason', 'full')).toBe('0 is declined');
    expect(await said('decline', other, '--reason', 'x'.repeat(1_001))).toMatch(/^1 error: reason: /);
    expect(await said('resend', other)).toBe('1 error: no mail goes out: MAIL_URL is not set');
    const events = await database.prisma.bookingEvent.findMany({
      where: { bookingId: one },
      orderBy: { sequence: 'asc' },
      select: { type: true, note: true, clientId: true },
    });
    expect(events.slice(1)).toEqual([
      { type: 'CONFIRMED', note: 'by telephone', clientId: null },
      { type: 'CANCELLED', note: null, clientId: null },
    ]);
  });

  test.each(['export', 'bookings export --csv', `bookings export --email ${BOOKING.billedTo.email}`])(
    'on a full disk `%s FILE` says so in a line, and leaves no file',
    async (command) => {
      const file = join(folder, 'full');
      const { code, stderr } = await runCli([...command.split(' '), file], env, { largestFile: 0 });
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^error: EFBIG: .+\n$/) });
      expect(readdirSync(folder).filter((name) => name.startsWith('full'))).toEqual([]);
    },
  );

  test.runIf(existsSync('/dev/full'))('on a full disk an export to stdout says so in a line', async () => {
    const launcher = fileURLToPath(new URL('../../src/launch.mjs', import.meta.url));
    const toFull = ['-c', 'exec "$0" "$@" > /dev/full', process.execPath, launcher, 'bookings', 'export', '--csv'];
    const failed = promisify(execFile)('sh', toFull, { env: environmentOf(env) });
    await expect(failed).rejects.toMatchObject({ code: 1, stderr: 'error: ENOSPC: no space left on device, write\n' });
  });

  test.each([
    [['show', '0000-0001'], /^error: there is no such booking; expected a reference like 7KQ2-M4RV, or an id$/m],
    [['show'], /^error: missing required argument 'booking'$/m],
    [['erase'], /^error: name a booking, an --email, or --expired$/m],
    [['erase', '--email', 'anna'], /^error: email: Must be an e-mail address, at most 254 characters\.$/m],
    [['export'], /^error: name an --email alone, or --csv$/m],
    [['export', '--email', 'anna@example.com', '--hotel', '1'], /^error: name an --email alone, or --csv$/m],
    [['export', '--csv', '--reference', '0000-0001'], /^error: reference: This is not the reference of a booking/m],
    [['export', '--email', 'anna'], /^error: email: Must be an e-mail address, at most 254 characters\.$/m],
    [
      ['list', '--status', 'gone'],
      /^error: .* It must be one of CONFIRMED, REQUESTED, DECLINED, CANCELLED, EXPIRED, NO_SHOW\.$/m,
    ],
    [['list', '--hotel', 'x'], /^error: .* It must be a number as the catalogue file has it\.$/m],
    [['list', '--hotel', '2147483648'], /^error: .* It must be a number as the catalogue file has it\.$/m],
    [['list', '--limit', '0'], /^error: .* It must be from 1 to 10000\.$/m],
    [['list', '--arrival-from', '2026-02-30'], /^error: .* It must be a date like 2027-05-31\.$/m],
    [
      ['list', '--created-to', '2026-02-30'],
      /^error: .* It must be a time like 2027-05-01T12:00:00Z or 2027-05-01T12:00:00\+02:00, or a date \(in UTC\)\.$/m,
    ],
    ...['2027-05-01T12:00', '2027-05-01T12:00:00', '2027-05-01T10:00:00ZTx', '2027-05-01T24:00:00Z', '2027-05-01T'].map(
      (time): [string[], RegExp] => [['list', '--created-from', time], /^error: .* It must be a time like /m],
    ),
    [
      ['list', '--arrival-from', '2026-02-02', '--arrival-to', '2026-02-01'],
      /^error: arrivalTo: 2026-02-01 must not be before 2026-02-02\.$/m,
    ],
    [['list', '--reference', '0000-0001'], /^error: reference: This is not the reference of a booking/m],
  ])('bookings %j exits with 1 and one line with the reason', async (args, line) => {
    const { code, stdout, stderr } = await runHere(['bookings', ...args], env);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(line);
    expect(stderr.match(/^error:/gm)).toHaveLength(1);
  });

  test('while a server holds the embedded folder they say so', async () => {
    const embedded = { DATA_DIR: join(folder, 'data'), DEMO: '0' };
    await fillDataFolder(embedded.DATA_DIR);
    const server = await startServing(embedded);
    const { code, stderr } = await runCli(['bookings', 'list'], embedded);
    await server.stop();
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: .*serve/m);
  });
});
