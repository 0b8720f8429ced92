import { afterAll, beforeAll, expect, test } from 'vitest';
import { MEDIUM, randomCatalogue } from '../../../support/catalogue/random/random-catalogue.ts';
import { type FreshDatabase, freshDatabase } from '../../../support/database/fresh-database.ts';
import { statementsOf } from '../../../support/database/query-count.ts';
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';

const TODAY = '2027-01-10';
const TEXTS = '{ cs_CZ: cs de en ru }';
const IMAGE = `{ url thumbnailUrl width height alt ${TEXTS} variants { width url } }`;

const EXPANDED = `query Expanded($first: Int!) {
  hotels(first: $first) {
    nodes {
      number code name stars shortDescription ${TEXTS} indicationCodes staffLanguageCodes
      destination { name ${TEXTS} }
      channelContent { tagline ${TEXTS} }
      accommodationRules { checkInFrom checkInTo checkOutTo petsAllowed childrenFromAge smokingAllowed note ${TEXTS} }
      mealServices { boarding servedAs from to }
      images ${IMAGE}
      roomTypes { number code category ${TEXTS} beds images ${IMAGE} }
      amenityCategories {
        code category { name ${TEXTS} }
        amenities {
          code details charge openingHours { days from to } note ${TEXTS} quantity area temperature distance ageLimit
          amenity { label ${TEXTS} options { code label ${TEXTS} } }
          options { code label ${TEXTS} }
        }
      }
    }
  }
}`;

let database: FreshDatabase;
const gateways: TestGateway[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  gateways.push(await startGateway({ catalogue: catalogueOf(20), today: TODAY, database }));
});
afterAll(async () => {
  for (const one of gateways) await one.stop();
  await database.close();
});

/** Hotels with pictures and amenities everywhere. */
function catalogueOf(hotels: number): object {
  const catalogue = randomCatalogue(5, { ...MEDIUM, hotels, visitTypes: 2 }, TODAY);
  const image = (path: string) => ({ url: `https://images.example/${path}.jpg`, alt: { de: 'Bild' } });
  const options = [{ code: 'finnish' }, { code: 'steam' }];
  return {
    ...catalogue,
    amenityCategories: ['wellness', 'services', 'dining'].map((code) => ({
      code,
      amenities: [1, 2, 3].map((place) => ({
        code: `${code}-${place}`,
        detailKinds: ['access', 'options', 'note'],
        options,
      })),
    })),
    hotels: catalogue.hotels.map((hotel) => ({
      ...hotel,
      images: [image(`${hotel.id}/front`), image(`${hotel.id}/back`)],
      amenities: ['services-2', 'wellness-1', `dining-${1 + (hotel.id % 3)}`].map((code) => ({
        code,
        access: 'paid',
        options: ['steam'],
      })),
      roomTypes: hotel.roomTypes.map((room) => ({ ...room, images: [image(`room/${room.id}`)] })),
    })),
  };
}

/** A gateway with empty caches, except for the key. */
async function coldGateway(): Promise<{ gateway: TestGateway; key: string }> {
  const gateway = await startGateway({ today: TODAY, database });
  gateways.push(gateway);
  const key = await gateway.key();
  await gateway.graphql('{ __typename }', { key });
  return { gateway, key };
}

async function page({ gateway, key }: { gateway: TestGateway; key: string }, first: number): Promise<void> {
  const { data, errors } = await gateway.graphql<{ hotels: { nodes: { images: object[] }[] } }>(EXPANDED, {
    key,
    variables: { first },
  });
  expect(errors).toBeUndefined();
  expect(data.hotels.nodes).toHaveLength(first);
  expect(data.hotels.nodes.every(({ images }) => images.length === 2)).toBe(true);
}

test('a page of 20 hotels with everything expanded takes as many queries as one of 5', async () => {
  const statementsOfPage = async (first: number) => {
    const cold = await coldGateway();
    return statementsOf(() => page(cold, first));
  };
  const five = await statementsOfPage(5);
  const twenty = await statementsOfPage(20);
  expect(twenty.length).toBe(five.length);
  expect(five.length).toBeLessThanOrEqual(15);
});

test('the same page again takes no query at all', async () => {
  const cold = await coldGateway();
  await page(cold, 20);
  expect(await statementsOf(() => page(cold, 20))).toEqual([]);
});

test('the dictionary is read once for all hotels and requests', async () => {
  const { gateway, key } = await coldGateway();
  const dictionary = () => gateway.graphql('{ amenityCategories { code amenities { options { code } } } }', { key });
  expect((await statementsOf(dictionary)).length).toBeLessThanOrEqual(3);
  expect(await statementsOf(dictionary)).toEqual([]);
});
