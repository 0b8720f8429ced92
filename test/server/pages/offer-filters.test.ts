/** What the filters of the offers can be set to, in a catalogue of more stays than the shop lists, as the server renders them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sourcePages } from '../../support/browser/source-pages.ts';
import { SMALL_CATALOGUE, TODAY, type VisitTypeEntry } from '../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';

const HOST = 'stays.example';
const { _id: _, promotions: __, ...CLASSIC } = SMALL_CATALOGUE.visitTypes![0]!;
const RATE = { roomTypeId: 11, from: '2027-01-01', to: '2027-12-31', amount: 100 };
/** More than the shop lists, each with a label and a category of its own; only the last of all is sold with lunch. */
const COUNT = 130;
const LAST = 1000 + COUNT;
const KINDS = [...Array(COUNT).keys()].map((index): VisitTypeEntry => {
  const id = 1001 + index;
  return {
    ...{ ...CLASSIC, id, priorityPosition: id, name: { en: `Kind ${id}` }, tagIds: [id], categoryIds: [id] },
    ...{ boarding: id === LAST ? 'LUNCH' : 'DINNER', hotelIds: [1] },
    priceLists: [{ id: 1, kind: 'PER_NIGHT', quotedPer: 'ROOM', currency: 'EUR', rates: [RATE] }],
  };
});
const CATALOGUE = {
  ...SMALL_CATALOGUE,
  tags: KINDS.map(({ id }) => ({ id, name: { en: `Label ${id}` }, color: '2f9e44' })),
  visitTypeCategories: KINDS.map(({ id }) => ({ id, name: { en: `Category ${id}` } })),
  visitTypes: KINDS,
};

let catalogued: TestGateway;
let gateway: TestGateway;
beforeAll(async () => {
  catalogued = await startGateway({ today: TODAY, catalogue: CATALOGUE });
  const config = { pagesKey: await catalogued.key({ isPublishable: true }), publicHosts: [HOST] };
  gateway = await startGateway({ today: TODAY, database: catalogued.database, pages: sourcePages(), config });
});
afterAll(async () => {
  await gateway?.stop();
  await catalogued?.close();
});

const ASKED = '/offers?lang=en&arrival=2027-03-01&nights=7&flex=0&guests=2';

/** The options of each filter by its label, without the one that narrows nothing; the chosen one is marked. */
async function filtersOf(address: string): Promise<Record<string, string[]>> {
  const { body } = await gateway.inject({ url: address, headers: { host: HOST, accept: 'text/html' } });
  const [, aside = ''] = /<aside class="side card".*?>(.*?)<\/aside>/s.exec(body) ?? [];
  const filters = [...aside.matchAll(/<label for="[^"]*">([^<]*)<\/label><select[^>]*>(.*?)<\/select>/gs)];
  return Object.fromEntries(
    filters.map(([, label, options]) => [
      label!,
      [...options!.matchAll(/<option( selected)? value="[^"]+">([^<]*)<\/option>/g)].map(
        ([, selected, text]) => (selected ? '> ' : '') + text,
      ),
    ]),
  );
}

const names = (what: string) => KINDS.map(({ id }) => `${what} ${id} (1)`);

test('they have each value that offers have, however many stays there are, with how many', async () => {
  expect(await filtersOf(ASKED)).toMatchObject({
    Where: [`Valley (${COUNT})`],
    Hotel: [`4 stars or more (${COUNT})`],
    Purpose: [`Spa cure (${COUNT})`],
    Category: names('Category'),
    Highlight: names('Label'),
    Meals: ['lunch (1)', `dinner (${COUNT - 1})`],
  });
});

test('they offer nothing where the search finds nothing, and keep what is chosen', async () => {
  expect(await filtersOf(`${ASKED}&max=1`)).toMatchObject({
    ...{ Where: [], Hotel: [], Purpose: [], Category: [], Highlight: [], Meals: [] },
  });
});

test('what is chosen has its name, whether the shop lists it or not', async () => {
  const chosen = await filtersOf(`${ASKED}&visitType=${LAST}&tag=${LAST}&boarding=LUNCH&stars=2`);
  expect(chosen.Stay!.at(-1)).toBe(`> Kind ${LAST}`);
  expect(chosen).toMatchObject({
    Highlight: [`> Label ${LAST}`],
    Meals: ['> lunch'],
    Hotel: ['> 2 stars or more', '4 stars or more'],
  });
});

test('what is chosen has no number in place of its name where nothing is found', async () => {
  expect(await filtersOf(`${ASKED}&destination=1&category=${LAST}&tag=${LAST}&max=1`)).toMatchObject({
    ...{ Where: ['> Valley'], Category: ['> Loading …'], Highlight: ['> Loading …'] },
  });
});
