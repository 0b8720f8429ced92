/**
 * The change log's entry of 2026-09-18, rule by rule (V7): pictures of hotels, of the room types
 * inside them, and of room types in their own list.
 */
import { expect, test } from 'vitest';
import { IMAGE_SCHEMA } from '../../../../src/rest/v2/image.schema.ts';
import { ADDRESS } from '../../../support/catalogue/described-hotels.ts';
import { getV2, problemsOfImport, V2_CATALOGUE, variantsOf } from '../../../support/catalogue/v2-catalogue.ts';
import { restClient } from '../../../support/requests/rest-client.ts';

interface Picture {
  url: string;
  thumbnailUrl: string | null;
  width: number | null;
  height: number | null;
  alt: Record<string, string | null>;
  variants: Record<string, string>;
}
interface RoomType {
  id: number;
  images: Picture[];
}
interface Hotel {
  images: Picture[];
  roomTypes: RoomType[];
}
type Headers = Record<string, string>;

const client = restClient({ catalogue: V2_CATALOGUE });
const BOREALIS = 'Hotel Borealis';
const inGerman = { 'accept-language': 'de' };
const inEnglish = { 'accept-language': 'en' };

const borealis = async (headers: Headers = {}) => (await getV2<Hotel>(client, '/hotels/2', { headers })).body;
const listedHotels = async (headers: Headers = {}) =>
  (await getV2<{ data: Hotel[] }>(client, '/hotels', { headers })).body.data;
const listedRoomTypes = async (headers: Headers = {}) =>
  (await getV2<{ data: RoomType[] }>(client, '/room-types', { headers })).body.data;

/** The picture that the catalogue calls `<name>.jpg`. */
function named(name: string, images: readonly Picture[]): Picture {
  const image = images.find(({ url }) => url === `${ADDRESS}/${name}.jpg`);
  expect(image, `the picture ${name}`).toBeDefined();
  return image!;
}
const ofHouse = async (name: string, headers?: Headers) => named(name, (await borealis(headers)).images);

/** A picture of a room type in its hotel, which must be the same in the list of room types. */
async function ofRoom(name: string, headers?: Headers): Promise<Picture> {
  const embedded = (await borealis(headers)).roomTypes.flatMap(({ images }) => images);
  const listed = (await listedRoomTypes(headers)).flatMap(({ images }) => images);
  expect(named(name, listed)).toEqual(named(name, embedded));
  return named(name, embedded);
}

test('2026-09-18: every image, of hotels, room types inside hotels and room types, has width, height, alt and variants', async () => {
  const hotels = await listedHotels();
  const places = {
    'hotels in the list': hotels.flatMap(({ images }) => images),
    'room types in the list of hotels': hotels.flatMap(({ roomTypes }) => roomTypes.flatMap(({ images }) => images)),
    'a hotel': (await borealis()).images,
    'room types of a hotel': (await borealis()).roomTypes.flatMap(({ images }) => images),
    'room types': (await listedRoomTypes()).flatMap(({ images }) => images),
  };
  expect(Object.values(places).map(({ length }) => length)).toEqual([7, 5, 5, 3, 5]);
  for (const [place, images] of Object.entries(places)) {
    for (const image of images) {
      expect(Object.keys(image).sort(), place).toEqual(['alt', 'height', 'thumbnailUrl', 'url', 'variants', 'width']);
    }
  }
});

test('2026-09-18: width and height are those of the original', async () => {
  expect(await ofHouse('wide')).toMatchObject({ width: 2400, height: 1600 });
  expect(await ofRoom('bed')).toMatchObject({ width: 1500, height: 1000 });
});

test('2026-09-18: url and thumbnailUrl are the addresses of the catalogue, and thumbnailUrl is null where it has none', async () => {
  const addresses = (images: Picture[]) => images.map(({ url, thumbnailUrl }) => [url, thumbnailUrl]);
  const { images, roomTypes } = await borealis();
  expect(addresses(images)).toEqual([
    [`${ADDRESS}/wide.jpg`, `${ADDRESS}/wide-small.jpg`],
    [`${ADDRESS}/exact.jpg`, null],
    [`${ADDRESS}/narrow.jpg`, `${ADDRESS}/narrow-small.jpg`],
    [`${ADDRESS}/half.jpg`, null],
    [`${ADDRESS}/plain.jpg`, null],
  ]);
  expect(addresses(roomTypes[0]!.images)).toEqual([
    [`${ADDRESS}/bed.jpg`, `${ADDRESS}/bed-small.jpg`],
    [`${ADDRESS}/window.jpg`, null],
  ]);
});

test('2026-09-18: variants holds the addresses of the WebP versions under the widths 480, 960, 1440 and 1920', async () => {
  expect((await ofHouse('wide')).variants).toEqual({
    480: `${ADDRESS}/wide-480.webp`,
    960: `${ADDRESS}/wide-960.webp`,
    1440: `${ADDRESS}/wide-1440.webp`,
    1920: `${ADDRESS}/wide-1920.webp`,
  });
});

test('2026-09-18: variants leaves out widths larger than the original; one as wide as the original stays', async () => {
  expect((await ofHouse('exact')).variants).toEqual(variantsOf('exact', ['480', '960']));
  expect((await ofRoom('bed')).variants).toEqual(variantsOf('bed', ['480', '960', '1440']));
});

test('2026-09-18: no catalogue can bring a variant larger than the original, or of any other width', async () => {
  const hotelWith = (image: object) => ({ hotels: [{ ...V2_CATALOGUE.hotels![1]!, images: [image as never] }] });
  const url = `${ADDRESS}/new.jpg`;
  const tooWide = { url, width: 959, variants: variantsOf('new', ['480', '960']) };
  expect(await problemsOfImport(client, hotelWith(tooWide))).toEqual([
    expect.stringMatching(/^\$\.hotels\[0\]\.images\[0\]\.variants.*960/),
  ]);
  const ofOtherWidth = { url, width: 2000, variants: { 720: `${ADDRESS}/new-720.webp` } };
  expect(await problemsOfImport(client, hotelWith(ofOtherWidth))).toEqual([
    expect.stringMatching(/^\$\.hotels\[0\]\.images\[0\]\.variants/),
  ]);
  expect((await ofHouse('exact')).variants).toEqual(variantsOf('exact', ['480', '960']));
});

test('2026-09-18: an image without any variant still has its thumbnailUrl to fall back to, and without one its url', async () => {
  const { variants, thumbnailUrl } = await ofHouse('narrow');
  expect({ variants, thumbnailUrl }).toEqual({ variants: {}, thumbnailUrl: `${ADDRESS}/narrow-small.jpg` });
  expect(await ofHouse('plain')).toMatchObject({ thumbnailUrl: null, url: `${ADDRESS}/plain.jpg` });
});

test('2026-09-18: dimensions that are not known are null, each for itself', async () => {
  expect(await ofHouse('plain')).toMatchObject({ width: null, height: null });
  expect(await ofHouse('half')).toMatchObject({ width: 1000, height: null });
  expect(await ofRoom('window')).toMatchObject({ width: null, height: null });
});

test('2026-09-18: without variants it is an empty object', async () => {
  expect((await ofHouse('narrow')).variants).toEqual({});
  expect((await ofHouse('plain')).variants).toEqual({});
  expect((await ofRoom('window')).variants).toEqual({});
});

test.each<[string, string | undefined, string[]]>([
  ['one language', 'de', ['de']],
  ['several languages', 'ru, cs-CZ', ['cs_CZ', 'ru']],
  ['no language', undefined, ['cs_CZ', 'de', 'en', 'ru']],
])('2026-09-18: alt follows Accept-Language: with %s, wherever the image is', async (_, languages, locales) => {
  const headers: Headers = languages === undefined ? {} : { 'accept-language': languages };
  const { images, roomTypes } = await borealis(headers);
  const others = [...(await listedHotels(headers)), ...(await listedRoomTypes(headers))].flatMap((one) => one.images);
  for (const { alt } of [...images, ...roomTypes.flatMap((room) => room.images), ...others]) {
    expect(Object.keys(alt)).toEqual(locales);
  }
});

test("2026-09-18: alt of a hotel's image falls back to the hotel name where its translation is missing or null", async () => {
  expect((await ofHouse('wide')).alt).toEqual({ cs_CZ: 'Pohled', de: BOREALIS, en: 'View', ru: BOREALIS });
  expect((await ofHouse('wide', inGerman)).alt).toEqual({ de: BOREALIS });
  const none = { cs_CZ: BOREALIS, de: BOREALIS, en: BOREALIS, ru: BOREALIS };
  expect((await ofHouse('exact')).alt).toEqual(none);
});

test("2026-09-18: alt of a room's image falls back to the room category of the same locale, and to the hotel name where it is empty or missing", async () => {
  const category = { cs_CZ: 'Pokoj', de: '', en: null };
  expect(V2_CATALOGUE.hotels![1]!.roomTypes![0]).toMatchObject({ category });
  expect((await ofRoom('bed')).alt).toEqual({ cs_CZ: 'Pokoj', de: BOREALIS, en: 'Bed', ru: '' });
  expect((await ofRoom('bed', inGerman)).alt).toEqual({ de: BOREALIS });
  expect((await ofRoom('window')).alt).toEqual({ cs_CZ: '', de: '', en: BOREALIS, ru: BOREALIS });
  const none = { cs_CZ: BOREALIS, de: BOREALIS, en: BOREALIS, ru: BOREALIS };
  expect((await ofRoom('hall')).alt).toEqual(none);
});

test('2026-09-18: alt is null in no language and no place, over GraphQL neither', async () => {
  const ofHotel = (await listedHotels()).flatMap(({ images, roomTypes }) => [
    ...images,
    ...roomTypes.flatMap((room) => room.images),
  ]);
  const listed = (await listedRoomTypes()).flatMap(({ images }) => images);
  for (const { alt } of [...ofHotel, ...listed]) expect(Object.values(alt)).not.toContain(null);
  const images = 'images { url alt { text cs_CZ: cs de en ru } }';
  const { roomTypes } = await client.gateway.ask<{ roomTypes: { nodes: { images: Picture[] }[] } }>(
    `{ roomTypes(first: 100) { nodes { ${images} } } }`,
  );
  const shown = roomTypes.nodes.flatMap((room) => room.images);
  expect(shown.length).toBe(listed.length);
  for (const picture of shown) {
    const { text, ...alt } = picture.alt;
    expect(alt).toEqual(named(/([a-z]+)\.jpg$/.exec(picture.url)![1]!, listed).alt);
    expect(text).not.toBeNull();
  }
});

test('2026-09-18: an alt that is empty on purpose stays empty in its locale, whatever hotel name or category there is', async () => {
  expect((await ofHouse('plain')).alt).toEqual({ cs_CZ: '', de: '', en: '', ru: '' });
  expect((await ofHouse('plain', inEnglish)).alt).toEqual({ en: '' });
  const { alt } = await ofRoom('window');
  expect([alt.cs_CZ, alt.de]).toEqual(['', '']);
  expect((await ofRoom('window', inGerman)).alt).toEqual({ de: '' });
});

test('2026-09-18: thumbnailUrl is deprecated, and still there beside variants', async () => {
  const { variants, thumbnailUrl } = await ofHouse('wide');
  expect(Object.keys(variants)).toHaveLength(4);
  expect(thumbnailUrl).toBe(`${ADDRESS}/wide-small.jpg`);
  const deprecated = Object.entries(IMAGE_SCHEMA.shape).filter(([, field]) => field.meta()?.deprecated);
  expect(deprecated.map(([name]) => name)).toEqual(['thumbnailUrl']);
});
