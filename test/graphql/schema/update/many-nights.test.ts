/** Prices without an end on more nights than an integer of GraphQL counts (U2). */
import { expect, test } from 'vitest';
import { SMALL_CATALOGUE, TODAY } from '../../../support/catalogue/small-catalogue.ts';
import { startGateway } from '../../../support/gateway/gateway.ts';
import { updatesOf } from '../../../support/update/updates.ts';

test('the answer to an update that was made counts up to 2,147,483,647 nights, as its record does', async () => {
  const [hotel, ...others] = SMALL_CATALOGUE.hotels!;
  const rooms = Array.from({ length: 800 }, (_, index) => ({ id: 10_000 + index, code: `R${index}`, beds: 2 }));
  const roomTypes = [...hotel!.roomTypes!, ...rooms];
  const gateway = await startGateway({
    catalogue: { ...SMALL_CATALOGUE, hotels: [{ ...hotel!, roomTypes }, ...others] },
    today: TODAY,
  });
  try {
    const changes = rooms.map(({ id }) => ({ roomType: id, from: '1900-01-01', to: '9999-12-31', amountMinor: 100 }));
    const updates = updatesOf(gateway, { withRecords: true });
    const answer = await updates.rates({ visitType: 101, priceList: 1 }, ...changes);
    expect(answer).toEqual({ __typename: 'RatesUpdated', nights: 2_147_483_647, recordedAs: [expect.any(String)] });
    const recorded = await gateway.database.prisma.hotelChange.findUniqueOrThrow({
      where: { id: answer.recordedAs[0]! },
    });
    expect(recorded.nights).toBe(answer.nights);
  } finally {
    await gateway.close();
  }
});
