/** A5: what a guest wrote is only an address in a link. Issue 26, number 13. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { mailHref, mapHref, phoneHref } from '../../../src/domain/text/contact-links.ts';

const SOURCE = fileURLToPath(new URL('../../../src', import.meta.url));

test('a link to an e-mail address adds no recipient, subject or text', () => {
  const written = 'a?bcc=thief%40evil.example&body=Pay%20now@x.example';
  const href = mailHref(written);
  expect(href).toBe('mailto:a%3Fbcc%3Dthief%2540evil.example%26body%3DPay%2520now@x.example');
  const { pathname, search, hash } = new URL(href);
  expect([decodeURIComponent(pathname), search, hash]).toEqual([written, '', '']);
  expect(mailHref('anna.nova+spa@example.com')).toBe('mailto:anna.nova%2Bspa@example.com');
  expect(mailHref('')).toBe('mailto:');
});

test('a link to a telephone number has digits and the plus alone', () => {
  expect(phoneHref('+420 (354) 123-456')).toBe('tel:+420354123456');
  expect(phoneHref('1;phone-context=evil.example?x=%20')).toBe('tel:120');
});

test('a link to a map leads to the point of a house, else searches for its address, and nowhere else', () => {
  const coordinates = { latitude: 50.2167, longitude: -12.8833 };
  expect(mapHref({ coordinates, address: 'Lázeňská 1' })).toBe(
    'https://www.openstreetmap.org/?mlat=50.2167&mlon=-12.8833#map=17/50.2167/-12.8833',
  );
  const { host, pathname, searchParams, hash } = new URL(mapHref({ coordinates: null, address: 'A&b=1#c, Praha' })!);
  expect([host, pathname, [...searchParams], hash]).toEqual([
    ...['www.openstreetmap.org', '/search'],
    [['query', 'A&b=1#c, Praha']],
    '',
  ]);
  expect(mapHref({ coordinates: null, address: null })).toBeNull();
});

test('no page and no mail makes such a link by itself', () => {
  const own = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('generated'))
    .filter((file) => /(?:mailto|tel|sms):\$\{/.test(readFileSync(join(SOURCE, file), 'utf8')));
  expect(own.map((file) => file.replaceAll('\\', '/'))).toEqual(['domain/text/contact-links.ts']);
});
