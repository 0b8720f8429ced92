/** The mails of the demo at `/mail`: for its visitors only, and without a way for a mail to do anything. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findKeptMail, keepMail } from '../../../src/data/kept-mails.ts';
import { bindingBody } from '../../support/booking/booking-body.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';

const HOSTILE = '<script>alert(1)</script>';
const CALENDAR = 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n';

/** Keeps two mails of a booking; returns their numbers, the one with a calendar file first. */
async function keepMails(gateway: TestGateway): Promise<[number, number]> {
  const { body } = await gateway.inject({
    method: 'POST',
    url: '/api/v1/booking',
    headers: { authorization: `Bearer ${await gateway.key()}` },
    payload: bindingBody(),
  });
  const bookingId = (JSON.parse(body) as { id: string }).id;
  const { database } = gateway;
  const mail = {
    bookingId,
    keptAt: new Date('2027-01-10T12:00:00Z'),
    toName: HOSTILE,
    toEmail: 'jana@customer.example',
  };
  const html = `<!doctype html><html lang="en"><title>x</title><p>${HOSTILE}</html>`;
  const parts = { ...mail, subject: `Booked ${HOSTILE}`, text: `Hello ${HOSTILE}`, html };
  await keepMail(database, { ...parts, messageId: '<evt_1.customer@x.example>', calendar: CALENDAR });
  await keepMail(database, { ...parts, messageId: '<evt_1.hotel@x.example>', calendar: null });
  const numbers = await database.prisma.keptMail.findMany({ orderBy: { number: 'asc' }, select: { number: true } });
  return [numbers[0]!.number, numbers[1]!.number];
}

describe('/mail in demo mode (S17)', () => {
  let gateway: TestGateway;
  let first: number;
  let second: number;
  beforeAll(async () => {
    gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY, demo: true });
    [first, second] = await keepMails(gateway);
  });
  afterAll(() => gateway.close());

  const get = (url: string, headers: Record<string, string> = { host: 'localhost:4000' }) =>
    gateway.inject({ url, headers });

  test('lists the mails, the newest first, and shows each with its text and its calendar file', async () => {
    const { statusCode, body } = await get('/mail');
    expect(statusCode).toBe(200);
    expect(body.indexOf(`href="/mail/${second}"`)).toBeGreaterThan(-1);
    expect(body.indexOf(`href="/mail/${second}"`)).toBeLessThan(body.indexOf(`href="/mail/${first}"`));
    const page = await get(`/mail/${first}`);
    expect(page.body).toContain(`<iframe title="The mail as HTML" sandbox src="/mail/${first}/html">`);
    expect(page.body).toContain('Hello &lt;script>');
    expect(page.body).toContain(`href="/mail/${first}/stay.ics"`);
    expect((await get(`/mail/${second}`)).body).not.toContain('stay.ics');
    const calendar = await get(`/mail/${first}/stay.ics`);
    expect(calendar.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="stay.ics"',
    });
    expect(calendar.body).toBe(CALENDAR);
  });

  test('lets no mail run a script, load anything, or be framed by another page', async () => {
    const { body, headers } = await get(`/mail/${first}/html`);
    expect(body).toBe((await findKeptMail(gateway.database, first))!.html);
    const policy = String(headers['content-security-policy']).split(';');
    expect(policy).toEqual(
      expect.arrayContaining([
        ...["default-src 'none'", "script-src 'none'", "img-src 'none'", "connect-src 'none'"],
        ...["form-action 'none'", "frame-ancestors 'self'", 'sandbox '],
      ]),
    );
    expect(headers).toMatchObject({ 'x-frame-options': 'SAMEORIGIN', 'x-content-type-options': 'nosniff' });
    for (const url of ['/mail', `/mail/${first}`]) {
      const page = await get(url);
      expect(page.body).not.toContain('<script');
      expect(String(page.headers['content-security-policy'])).toMatch(/script-src 'none'.*frame-ancestors 'none'/);
      expect(page.headers).toMatchObject({ 'x-frame-options': 'DENY' });
    }
  });

  test('is kept by no cache and read by no other origin: mails hold personal data', async () => {
    for (const url of ['/mail', `/mail/${first}`, `/mail/${first}/html`, `/mail/${first}/stay.ics`]) {
      const { statusCode, headers } = await get(url);
      expect([url, statusCode, headers['cache-control']]).toEqual([url, 200, 'no-store']);
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  test.each([
    ['a name that is not its own', { host: 'rebound.example' }],
    ['a page of somebody else', { host: 'localhost:4000', 'sec-fetch-site': 'cross-site' }],
    ['another origin', { host: 'localhost:4000', origin: 'https://other.example' }],
  ])('is not there for %s', async (_, headers) => {
    for (const url of ['/mail', `/mail/${first}`, `/mail/${first}/html`, `/mail/${first}/stay.ics`]) {
      expect([url, (await get(url, headers)).statusCode]).toEqual([url, 404]);
    }
  });

  test('says 404 for a mail that is not there', async () => {
    const none = ['0', '-1', '1.5', '999999999', '99999999999999999999', 'x', '%00'];
    for (const number of none) expect([number, (await get(`/mail/${number}`)).statusCode]).toEqual([number, 404]);
    expect((await get(`/mail/${second}/stay.ics`)).statusCode).toBe(404);
  });
});

describe('/mail', () => {
  test('is not there outside of demo mode', async () => {
    const gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
    const [first] = await keepMails(gateway);
    for (const url of ['/mail', `/mail/${first}`, `/mail/${first}/html`]) {
      expect((await gateway.inject({ url, headers: { host: 'localhost' } })).statusCode).toBe(404);
    }
    await gateway.close();
  });

  test('is not there when mail goes out, in demo mode too', async () => {
    const mail = { url: 'smtp://127.0.0.1:9', from: { name: '', email: 'stays@x.example' }, templates: null };
    const gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY, demo: true, config: { mail } });
    expect((await gateway.inject({ url: '/mail', headers: { host: 'localhost' } })).statusCode).toBe(404);
    await gateway.close();
  });
});
