import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../../src/server/config.ts';
import { openMail } from '../../../src/server/mail/open-mail.ts';

const SERVER = { MAIL_URL: 'smtp://spa:se%40cret@mail.example:587', MAIL_FROM: 'Spa Stays <stays@spa.example>' };

describe('the mail of a process (S17)', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'gateway-texts-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const opened = (environment: Record<string, string>, isDemo = false) => openMail(readConfig(environment), { isDemo });

  test('goes out with a server, is shown with the demo alone, and else there is none', () => {
    expect(opened({})).toBeNull();
    expect(opened({}, true)).toMatchObject({ send: null });
    expect(opened(SERVER)!.send).toBeInstanceOf(Function);
    expect(opened(SERVER, true)!.send).toBeInstanceOf(Function);
    expect(opened(SERVER)!.stationery.organizer).toEqual({ name: 'Spa Stays', email: 'stays@spa.example' });
  });

  test('says at the start where it goes, without user and password', () => {
    expect(opened(SERVER)!.says).toBe('mail goes out over mail.example:587');
    expect(opened({}, true)!.says).toBe('no mail goes out: MAIL_URL is not set; the demo shows it at /mail');
  });

  test('takes the texts of a folder, and leaves other files in it alone', () => {
    writeFileSync(join(folder, 'de.json'), '{"footer": "Unser Fuß"}');
    writeFileSync(join(folder, 'README.md'), 'ours');
    const { texts } = opened({ ...SERVER, MAIL_TEMPLATES: folder })!.stationery;
    const footer = texts.de.footer as (values: object) => string;
    expect(footer({})).toBe('Unser Fuß');
  });

  test('does not start with texts that it cannot use, in whatever mode, and names them all', () => {
    writeFileSync(join(folder, 'de.json'), '{"titel": "x"}');
    writeFileSync(join(folder, 'en.json'), '{"footer": "{fee}"}');
    expect(() => opened({ MAIL_TEMPLATES: folder })).toThrow(/^MAIL_TEMPLATES.*de\.json: "titel".*en\.json: footer/);
    expect(() => opened({ MAIL_TEMPLATES: join(folder, 'none') })).toThrow(
      'MAIL_TEMPLATES must be a folder that can be read (ENOENT)',
    );
  });
});

describe('the variables of mail', () => {
  test.each([
    ['stays@spa.example', { name: '', email: 'stays@spa.example' }],
    ['<stays@spa.example>', { name: '', email: 'stays@spa.example' }],
    [' Lázně & Spa, s.r.o. <stays@spa.example> ', { name: 'Lázně & Spa, s.r.o.', email: 'stays@spa.example' }],
    // Its domain stands in headers, which are ASCII.
    ['Lázně <pobyty@lázně.cz>', { name: 'Lázně', email: 'pobyty@xn--lzn-ela60a.cz' }],
  ])('the sender may be written %j', (MAIL_FROM, from) => {
    expect(readConfig({ MAIL_FROM }).mail.from).toEqual(from);
  });

  test.each(['spa', 'Spa <stays>', 'a@b.example, c@d.example', 'Spa <a@b.example> x', '"Spa\r\nBcc: x" <a@b.example>'])(
    'the sender may not be %j',
    (MAIL_FROM) => {
      expect(() => readConfig({ MAIL_FROM })).toThrow(/^MAIL_FROM must be a sender like/);
    },
  );

  test('a wrong server is refused without being quoted, and one without a sender too', () => {
    expect(() => readConfig({ MAIL_URL: 'https://spa:secret@mail.example' })).toThrow(
      /^MAIL_URL must be an address like smtp:\/\/user:password@host:587$/,
    );
    expect(() => readConfig({ MAIL_URL: SERVER.MAIL_URL })).toThrow(/^MAIL_FROM must be set together with MAIL_URL/);
  });
});
