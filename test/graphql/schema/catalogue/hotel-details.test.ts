import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Catalogue } from '../../../../src/catalogue/file/file-schema.ts';
import { importCatalogue } from '../../../../src/catalogue/import.ts';
import {
  ADDRESS,
  AMENITIES,
  DESCRIBED_CATALOGUE,
  NO_TEXTS,
  TEXTS,
} from '../../../support/catalogue/described-hotels.ts';
import { TODAY } from '../../../support/catalogue/small-catalogue.ts';
import { readRaised } from '../../../support/database/raised-epochs.ts';
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway({ catalogue: DESCRIBED_CATALOGUE, today: TODAY });
});
afterAll(() => gateway.close());

const ask = <Data = Record<string, unknown>>(...asked: Parameters<TestGateway['graphql']>) =>
  gateway.ask<Data>(...asked);

async function hotel<Fields = unknown>(number: number, fields: string, key?: string): Promise<Fields> {
  const data = await ask<{ hotel: Fields }>(`{ hotel(id: ${number}) { ${fields} } }`, key ? { key } : {});
  return data.hotel;
}

describe('2026-07-23: hotels', () => {
  test('the tagline is that of the channel of the key, as kept', async () => {
    const fields = `channelContent { tagline ${TEXTS} }`;
    expect(await hotel(1, fields)).toEqual({
      channelContent: { tagline: { ...NO_TEXTS, cs_CZ: 'Lázně s duší', de: '' } },
    });
    const partner = await gateway.key({ channel: 'partner' });
    expect(await hotel(1, fields, partner)).toEqual({ channelContent: { tagline: { ...NO_TEXTS, en: 'Allotments' } } });
  });

  test('a hotel without a tagline in the channel has one that is null in every language', async () => {
    expect(await hotel(3, `channelContent { tagline { text cs_CZ: cs de en ru } }`)).toEqual({
      channelContent: { tagline: { text: null, ...NO_TEXTS } },
    });
  });

  test('house rules are structured: unstated ones are null, false and zero are statements', async () => {
    const fields = `accommodationRules { checkInFrom checkInTo checkOutTo petsAllowed childrenFromAge smokingAllowed note ${TEXTS} }`;
    expect(await hotel(1, fields)).toEqual({
      accommodationRules: {
        checkInFrom: '14:00',
        checkInTo: null,
        checkOutTo: null,
        petsAllowed: false,
        childrenFromAge: 0,
        smokingAllowed: null,
        note: { ...NO_TEXTS, de: 'Keine Hunde' },
      },
    });
    expect(await hotel(3, fields)).toEqual({ accommodationRules: null });
  });

  test('the address and the telephone number are as the catalogue states them', async () => {
    const [stated, none] = [await hotel(1, 'address phone'), await hotel(3, 'address phone')];
    expect(stated).toEqual({ address: 'Lázeňská 1, 353 01 Mariánské Lázně', phone: '+420 354 000 001' });
    expect(none).toEqual({ address: null, phone: null });
  });

  test('meals, indications and languages are in the order of the catalogue', async () => {
    const fields = 'mealServices { boarding servedAs from to } indicationCodes staffLanguageCodes';
    expect(await hotel(1, fields)).toEqual({
      mealServices: [
        { boarding: 'DINNER', servedAs: 'MENU', from: '18:00', to: '20:00' },
        { boarding: 'BREAKFAST', servedAs: 'BUFFET', from: null, to: null },
      ],
      indicationCodes: ['VI/3', 'II/1'],
      staffLanguageCodes: ['ru', 'cs'],
    });
    expect(await hotel(3, fields)).toEqual({ mealServices: [], indicationCodes: [], staffLanguageCodes: [] });
  });
});

describe('2026-09-18: images', () => {
  test('have dimensions, null when unknown, and variants by ascending width, none when there are none', async () => {
    expect(await hotel(1, 'images { url thumbnailUrl width height variants { width url } }')).toEqual({
      images: [
        {
          url: `${ADDRESS}/front.jpg`,
          thumbnailUrl: `${ADDRESS}/front-small.jpg`,
          width: 1600,
          height: 1067,
          variants: [480, 960, 1440].map((width) => ({ width, url: `${ADDRESS}/${width}.webp` })),
        },
        { url: `${ADDRESS}/old.jpg`, thumbnailUrl: null, width: null, height: null, variants: [] },
      ],
    });
  });

  test('alt of a hotel falls back to its name where a translation is missing or null, and stays empty where it is', async () => {
    const name = 'Hotel Aurora';
    expect(await hotel(1, `images { alt ${TEXTS} }`)).toEqual({
      images: [
        { alt: { cs_CZ: 'Průčelí', de: '', en: name, ru: name } },
        { alt: { cs_CZ: name, de: name, en: name, ru: name } },
      ],
    });
  });

  test('the best match of an alt may be empty, for that says that the picture is decorative; of another text never', async () => {
    expect(await hotel(1, 'images { alt { text(locale: DE) } } roomTypes { category { text(locale: EN) } }')).toEqual({
      images: [{ alt: { text: '' } }, { alt: { text: 'Hotel Aurora' } }],
      roomTypes: [{ category: { text: 'Dvoulůžkový' } }, { category: { text: null } }, { category: { text: null } }],
    });
  });

  test('V7: an empty category of a room is null; its alt falls back to the category of the locale, else to the name of the hotel, and stays empty where it is', async () => {
    expect(await hotel(1, `roomTypes { number category ${TEXTS} images { url alt ${TEXTS} } }`)).toMatchObject({
      roomTypes: [
        {
          number: 11,
          category: { cs_CZ: 'Dvoulůžkový', en: null },
          images: [
            {
              url: `${ADDRESS}/room.jpg`,
              alt: { cs_CZ: 'Dvoulůžkový', de: '', en: 'Hotel Aurora', ru: 'Hotel Aurora' },
            },
            {
              url: `${ADDRESS}/bath.jpg`,
              alt: { cs_CZ: 'Dvoulůžkový', de: 'Doppelzimmer', en: 'Hotel Aurora', ru: 'Ванная' },
            },
          ],
        },
        { number: 12, images: [] },
        { number: 13, images: [] },
      ],
    });
  });
});

test('I2: a key that does not see a hotel sees nothing of it, and the dictionary whole', async () => {
  const key = await gateway.key({ destinations: [2] });
  const details = `number images { url } amenityCategories { code } channelContent { tagline { text } }`;
  const data = await ask<{ hotels: { nodes: { number: number }[] }; amenityCategories: unknown[] }>(
    `{ hotel(id: 1) { ${details} } hotels { nodes { ${details} } } roomTypes { nodes { images { url } } } amenityCategories { code } }`,
    { key },
  );
  expect(data).toMatchObject({ hotel: null, hotels: { nodes: [{ number: 2 }, { number: 4 }] } });
  expect(data.amenityCategories).toHaveLength(AMENITIES.length);
  expect(JSON.stringify(data)).not.toContain(ADDRESS);
});

test('an import shows at once, in hotels and dictionary that were read before', async () => {
  const own = await startGateway({ catalogue: DESCRIBED_CATALOGUE, today: TODAY });
  try {
    const query =
      '{ amenityCategories { code } hotel(id: 1) { staffLanguageCodes images { url } amenityCategories { code } channelContent { tagline { cs_CZ: cs } } } }';
    const before = await own.graphql(query);
    expect(before).toMatchObject({ data: { hotel: { images: [{}, {}], amenityCategories: [{}, {}] } } });
    const [aurora] = DESCRIBED_CATALOGUE.hotels!;
    const changed: Catalogue = {
      format: DESCRIBED_CATALOGUE.format,
      amenityCategories: [{ code: 'new', name: { en: 'New' }, amenities: [{ code: 'library' }] }],
      hotels: [
        {
          ...aurora!,
          images: [],
          amenities: [{ code: 'library' }],
          taglines: [{ channel: 'public', text: { cs_CZ: 'Nově' } }],
        },
      ],
    };
    expect(await importCatalogue({ database: own.database, source: changed })).toMatchObject({ ok: true });
    await own.epochs.observe(await readRaised(own.database));
    const { data } = await own.graphql<Record<string, unknown>>(query);
    expect(data.hotel).toEqual({
      staffLanguageCodes: ['ru', 'cs'],
      images: [],
      amenityCategories: [{ code: 'new' }],
      channelContent: { tagline: { cs_CZ: 'Nově' } },
    });
    expect(data.amenityCategories).toContainEqual({ code: 'new' });
  } finally {
    await own.close();
  }
});
