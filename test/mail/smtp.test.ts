import { afterEach, describe, expect, test } from 'vitest';
import { renderMail } from '../../src/mail/render-mail.ts';
import { createSender, type OutgoingMail } from '../../src/mail/sending/smtp.ts';
import { collectGarbage } from '../support/collect-garbage.ts';
import { AT, bookingMail, STATIONERY } from '../support/mail/booking-mail.ts';
import { only, parseCalendar } from '../support/mail/calendar-parser.ts';
import { type Behaviour, type MailServer, readMail, startMailServer } from '../support/mail/mail-server.ts';
import { soon } from '../support/requests/until.ts';

const FROM = { name: 'Spa Stays', email: 'stays@gateway.example' };
const MESSAGE_ID = '<evt_0123.customer@gateway.example>';

const open: MailServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

async function server(behave?: (connection: number) => Behaviour): Promise<MailServer> {
  const started = await startMailServer(behave);
  open.push(started);
  return started;
}

function mail(changes: Partial<OutgoingMail> = {}): OutgoingMail {
  return {
    ...renderMail(bookingMail({}, { language: 'cs_CZ' }), STATIONERY, AT),
    messageId: MESSAGE_ID,
    to: { name: 'Jana Nováková', email: 'jana@customer.example' },
    replyTo: { name: 'Kurhotel Svoboda', email: 'rezervace@svoboda.example' },
    ...changes,
  };
}

const SHORT = { stepMs: 300, wholeMs: 2_000 };

describe('sending (S17)', () => {
  test('brings text, HTML and the calendar file, from the sender, with the given id, to one recipient', async () => {
    const { url, received } = await server();
    expect(await createSender({ url, from: FROM })(mail())).toEqual({ kind: 'sent' });
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ from: 'stays@gateway.example', to: ['jana@customer.example'] });
    const { headers, parts } = readMail(received[0]!.raw);
    expect(headers.get('message-id')).toBe(MESSAGE_ID);
    expect(headers.get('from')).toBe('Spa Stays <stays@gateway.example>');
    expect(headers.get('to')).toBe('Jana Nováková <jana@customer.example>');
    expect(headers.get('reply-to')).toContain('rezervace@svoboda.example');
    expect(headers.get('subject')).toMatch(/^Váš pobyt je rezervován: Kurhotel Svoboda, .*\(K7M2-9QXF\)$/);
    expect(headers.get('auto-submitted')).toBe('auto-generated');
    const textOf = (type: string) => parts.find((part) => part.type.startsWith(type))!.text;
    expect(textOf('text/plain')).toContain('Číslo rezervace: K7M2-9QXF');
    expect(textOf('text/html')).toContain('<html lang="cs-CZ">');
    const calendars = parts.filter(({ type }) => /calendar|\/ics/.test(type));
    expect(calendars.map(({ type }) => type.split(';')[0])).toEqual(['text/calendar', 'application/ics']);
    expect(calendars[0]!.type).toContain('method=PUBLISH');
    for (const { text } of calendars) {
      expect(only(parseCalendar(text).components[0]!, 'DTSTART').value).toBe('20270503');
    }
  });

  test('lets no name or subject add a header or a recipient', async () => {
    const { url, received } = await server();
    const evil = 'x\r\nBcc: all@evil.example\r\n\r\nbody';
    const send = createSender({ url, from: FROM });
    await send(mail({ subject: evil, to: { name: `${evil}" <all@evil.example>, "`, email: 'jana@customer.example' } }));
    expect(received[0]!.to).toEqual(['jana@customer.example']);
    expect([...readMail(received[0]!.raw).headers.keys()]).not.toContain('bcc');
    expect(received[0]!.raw).not.toMatch(/^bcc:/im);
  });

  test.each([
    ['a recipient that is refused for good', { at: 'recipient', code: 550 }, 'refused'],
    ['a mail that is refused for good', { at: 'data', code: 554 }, 'refused'],
    ['a recipient that is refused for now', { at: 'recipient', code: 450 }, 'failed'],
    ['a mail that is refused for now', { at: 'data', code: 451 }, 'failed'],
    ['a sender that is refused, which is not the fault of the mail', { at: 'sender', code: 550 }, 'failed'],
  ] as const)('reports %s, by its code and without the words of the server', async (_, behaviour, kind) => {
    const { url } = await server(() => behaviour);
    expect(await createSender({ url, from: FROM })(mail())).toEqual({ kind, code: String(behaviour.code) });
  });

  test.each(['hangAtGreeting', 'hangAtData', 'dropAfterData'] as const)(
    'fails, not forever, when the server does %s',
    async (behaviour) => {
      const { url } = await server(() => behaviour);
      const outcome = await createSender({ url, from: FROM }, SHORT)(mail());
      expect(outcome).toMatchObject({ kind: 'failed', code: expect.stringMatching(/^E[A-Z]+$/) });
    },
  );

  test('fails when its whole time is over, whatever garbage was collected, though no step of the server has failed', async () => {
    const { url } = await server(() => {
      collectGarbage();
      return 'hangAtGreeting';
    });
    const send = createSender({ url, from: FROM }, { stepMs: 600_000, wholeMs: 1_000 });
    expect(await soon('the outcome', send(mail()))).toEqual({ kind: 'failed', code: 'EABORT' });
  });

  test('fails when nobody listens, and when the password is wrong', async () => {
    const started = await server();
    const wrong = started.url.replace('sesame', 'guess');
    expect(await createSender({ url: wrong, from: FROM })(mail())).toEqual({ kind: 'failed', code: '535' });
    await started.close();
    expect(await createSender({ url: started.url, from: FROM })(mail())).toMatchObject({ kind: 'failed' });
  });
});
