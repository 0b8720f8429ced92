import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { catalogueSchema } from '../../src/catalogue/file/file-schema.ts';
import { demoCatalogue } from '../../src/demo/catalogue.ts';
import { parseDay } from '../../src/domain/time/civil-date.ts';
import { pictureAddresses } from '../../src/server/demo/picture-address.ts';
import { pictureEndpoint } from '../../src/server/pages/pictures.ts';
import { pictureAddress } from '../../src/web/format/picture.ts';
import { open, serveEndpoints } from '../support/serve-endpoints.ts';

const { hotels = [] } = catalogueSchema.parse(demoCatalogue(parseDay('2026-11-21')!));
const images = hotels.flatMap((hotel) => [...hotel.images, ...hotel.roomTypes.flatMap((room) => room.images)]);
const FOLDER = fileURLToPath(new URL('../../src/demo/pictures', import.meta.url));
const pictures = new Map(
  readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.includes('.'))
    .map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')]),
);
const server = serveEndpoints([pictureEndpoint(open)]);
const OWN = 'http://shop.test:4000';
const addressOf = pictureAddresses(() => OWN);

test('every hotel of the demo has at least two pictures, every room type one, and no two are the same', () => {
  expect(hotels.filter((hotel) => hotel.images.length < 2)).toEqual([]);
  expect(hotels.flatMap(({ roomTypes }) => roomTypes).filter((room) => room.images.length !== 1)).toEqual([]);
  expect(new Set(pictures.values()).size).toBe(pictures.size);
});

test('the server has every picture of the demo at the address that the pages load, and none besides', async () => {
  const addresses = images.map(({ url }) => pictureAddress(addressOf(url)));
  for (const address of addresses) {
    const { statusCode, headers, body } = await server.inject(address);
    expect([statusCode, headers['content-type'], body.slice(0, 5)]).toEqual([200, 'image/svg+xml', '<svg ']);
  }
  expect([...pictures.keys()].map((name) => `/pictures/${name}`).sort()).toEqual([...addresses].sort());
});

test('pictures are small, load nothing, run nothing, and refer only to parts that they have', () => {
  for (const [name, svg] of pictures) {
    expect(svg.length, name).toBeLessThan(7_000);
    expect(svg.replace('http://www.w3.org/2000/svg', ''), name).not.toMatch(
      /https?:|<script|<image|<use|href|\bon\w+=|NaN|undefined/,
    );
    const parts = [...svg.matchAll(/ id="(\w+)"/g)].map(([, id]) => id);
    for (const [, id] of svg.matchAll(/url\(#(\w+)\)/g)) expect(parts, name).toContain(id);
    expect(new Set(parts).size, name).toBe(parts.length);
  }
});

test('a picture is cached, revalidated, and may run nothing when it is opened by itself; others are not there', async () => {
  const { headers } = await server.inject('/pictures/aurora/front.svg');
  expect(headers['cache-control']).toBe('public, max-age=604800');
  expect(headers['content-security-policy']).toContain("script-src 'none'");
  expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
  const etag = String(headers.etag);
  const again = await server.inject({ url: '/pictures/aurora/front.svg', headers: { 'if-none-match': etag } });
  expect(again.statusCode).toBe(304);
  for (const name of ['aurora/none.svg', 'aurora/front.jpg', '__proto__/x.svg', 'aurora/..%2Ffront.svg']) {
    expect((await server.inject(`/pictures/${name}`)).statusCode, name).toBe(404);
  }
});

test('the pictures of another catalogue are loaded from where it says, those of the demo in every size from here', () => {
  const url = 'https://cdn.hotel.example/front.jpg';
  expect(pictureAddress(addressOf(url))).toBe(url);
  for (const name of ['front.jpg', 'front-small.jpg', 'front-480.webp']) {
    expect(addressOf(`https://images.example.com/aurora/${name}`)).toBe(`${OWN}/pictures/aurora/front.svg`);
  }
});
