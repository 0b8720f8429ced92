/** Issue 30, number 2: what the catalogue says to a guest of the contract, of a hotel, its rooms and a stay. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCatalogue } from '../../../../src/catalogue/export/export.ts';
import type { Catalogue } from '../../../../src/catalogue/file/file-schema.ts';
import { importCatalogue } from '../../../../src/catalogue/import.ts';
import { SMALL_CATALOGUE, TODAY } from '../../../support/catalogue/small-catalogue.ts';
import { readRaised } from '../../../support/database/raised-epochs.ts';
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';

const TERMS = {
  paymentTerms: { en: 'You pay on arrival.', de: '' },
  termsUrl: { en: 'https://sale.example/terms' },
  privacyUrl: { en: 'https://sale.example/privacy' },
  seller: { name: 'Spa, a.s.', address: null, register: 'B 1234' },
};
const SHOWN = {
  paymentTerms: { text: 'You pay on arrival.' },
  termsUrl: { text: 'https://sale.example/terms' },
  privacyUrl: { text: 'https://sale.example/privacy' },
  seller: TERMS.seller,
};
const QUERY = `{ salesTerms {
  paymentTerms { text(locale: EN) } termsUrl { text(locale: EN) } privacyUrl { text(locale: EN) } seller { name address register } } }`;
const format = SMALL_CATALOGUE.format;

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
});
afterAll(() => gateway.close());

async function load(source: Catalogue, replace = false): Promise<void> {
  expect(await importCatalogue({ database: gateway.database, source, replace })).toMatchObject({ ok: true });
  gateway.epochs.observe(await readRaised(gateway.database));
}
const shown = async () => (await gateway.ask<{ salesTerms: object }>(QUERY)).salesTerms;

test('a catalogue that says nothing of the contract shows nothing, and each field that a file has is shown at once', async () => {
  const nothing = { paymentTerms: { text: null }, termsUrl: { text: null }, privacyUrl: { text: null }, seller: null };
  expect(await shown()).toEqual(nothing);
  await load({ format, paymentTerms: TERMS.paymentTerms });
  expect(await shown()).toEqual({ ...nothing, paymentTerms: SHOWN.paymentTerms });
  await load({ format, ...TERMS });
  expect(await shown()).toEqual(SHOWN);
});

test('a field that a file leaves out stays, null takes the seller away, and with --replace the rest goes, too', async () => {
  await load({ format, ...TERMS });
  await load({ format, termsUrl: {} });
  expect(await shown()).toEqual({ ...SHOWN, termsUrl: { text: null } });
  await load({ format, seller: null });
  expect(await shown()).toEqual({ ...SHOWN, termsUrl: { text: null }, seller: null });
  await load({ ...SMALL_CATALOGUE, privacyUrl: TERMS.privacyUrl }, true);
  expect(await shown()).toMatchObject({ paymentTerms: { text: null }, privacyUrl: SHOWN.privacyUrl });
  await load(SMALL_CATALOGUE, true);
  expect(await shown()).toMatchObject({ privacyUrl: { text: null } });
});

test('an export says what is stated, and nothing of what is not', async () => {
  await load({ ...SMALL_CATALOGUE, paymentTerms: TERMS.paymentTerms, seller: TERMS.seller }, true);
  const { paymentTerms, termsUrl, privacyUrl, seller } = await readCatalogue(gateway.database);
  expect({ paymentTerms, termsUrl, privacyUrl, seller }).toEqual({
    ...{ paymentTerms: TERMS.paymentTerms, seller: TERMS.seller },
    ...{ termsUrl: undefined, privacyUrl: undefined },
  });
});

test.each([
  ['an address that is no page', { termsUrl: { en: 'javascript:alert(1)' } }, '$.termsUrl.en', 'FORMAT'],
  ['a seller without a name', { seller: { register: 'B 1' } }, '$.seller.name', 'REQUIRED'],
  ['a list of sellers', { seller: [{ name: 'One' }, { name: 'Two' }] }, '$.seller', 'TYPE'],
  ['another field', { seller: { name: 'One', owner: 'x' } }, '$.seller.owner', 'UNKNOWN_FIELD'],
])('%s is a problem with its place, and nothing changes', async (_, fields, path, code) => {
  const before = await shown();
  const source = { format, ...fields } as unknown as Catalogue;
  const result = await importCatalogue({ database: gateway.database, source });
  expect(result).toMatchObject({ ok: false, problems: [{ path, code }] });
  expect(await shown()).toEqual(before);
});

test('a hotel, a room type and a visit type say what guests compare', async () => {
  const [hotel] = SMALL_CATALOGUE.hotels!;
  const [visitType] = SMALL_CATALOGUE.visitTypes!;
  const [room] = hotel!.roomTypes!;
  const facts = {
    description: { en: 'A house of 1906.' },
    childrenPolicy: { en: 'Children from 3 years.' },
    touristTax: { en: 'CZK 50 a night.' },
    coordinates: { latitude: 50.2, longitude: -0.5 },
  };
  const roomTypes = hotel!.roomTypes!.map((one) =>
    one === room ? { ...one, area: 22.5, bedTypes: { en: 'Twin' } } : one,
  );
  const inclusions = [{ name: { en: 'Massage' }, quantity: 2, per: 'WEEK' as const }, { name: { en: 'Sauna' } }];
  await load({
    format,
    hotels: [{ ...hotel!, ...facts, roomTypes }],
    visitTypes: [{ ...visitType!, inclusions }],
  });
  const answer = await gateway.ask(`{
    hotel(id: ${hotel!.id}) {
      description { en } childrenPolicy { en } touristTax { en } coordinates { latitude longitude }
      roomTypes { number area bedTypes { en } }
    }
    visitType(id: ${visitType!.id}) { inclusions { name { en } quantity per } } }`);
  expect(answer).toEqual({
    hotel: {
      ...facts,
      roomTypes: roomTypes.map(({ id }) => {
        const isDescribed = id === room!.id;
        return { number: id, area: isDescribed ? 22.5 : null, bedTypes: { en: isDescribed ? 'Twin' : null } };
      }),
    },
    visitType: {
      inclusions: [
        { name: { en: 'Massage' }, quantity: 2, per: 'WEEK' },
        { name: { en: 'Sauna' }, quantity: null, per: null },
      ],
    },
  });
});
