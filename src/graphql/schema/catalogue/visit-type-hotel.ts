/** The sale of a visit type in a hotel. */
import { chain, chainAll } from '../../../data/cache/maybe-promise.ts';
import type { Hotel as HotelRow, RoomType as RoomTypeRow } from '../../../data/generated/prisma/client.ts';
import type { LowestPrice } from '../../../domain/minimum-price/lowest-price.ts';
import { lowestPriceInHotel, pricedRoomTypes } from '../../../operations/search/find-lowest-price.ts';
import { promotionsInHotel } from '../../../operations/search/list-promotions.ts';
import { inTurn } from '../../../operations/walk.ts';
import { builder } from '../builder.ts';
import { CACHED_PRICES } from '../cost.ts';
import { pricedRoomTypesCost } from '../list-costs.ts';
import { CURRENCY, LowestPriceType, lowestPriceEntries } from '../stays/money.ts';
import { Promotion, toPromotionShapes } from '../stays/promotion.ts';

const PricedRoomType = builder.objectRef<{ roomType: RoomTypeRow; lowest: LowestPrice }>('PricedRoomType').implement({
  description: 'A room type of a hotel in which a visit type has a price.',
  fields: (t) => ({
    roomType: t.expose('roomType', { type: 'RoomType', description: 'The room type.' }),
    lowestPrice: t.field({
      type: [LowestPriceType],
      description:
        'The lowest price in it from today on, one entry per currency, including the promotions of the channel.',
      args: { currency: t.arg(CURRENCY) },
      resolve: ({ lowest }, { currency }) => lowestPriceEntries(lowest, currency),
    }),
  }),
});

export const VisitTypeHotel = builder
  .objectRef<{ visitTypeNumber: number; hotel: HotelRow }>('VisitTypeHotel')
  .implement({
    description: 'A visit type as it is sold in one hotel.',
    fields: (t) => ({
      hotel: t.expose('hotel', { type: 'Hotel', description: 'The hotel.' }),
      lowestPrice: t.field({
        type: [LowestPriceType],
        complexity: CACHED_PRICES,
        description: 'The lowest price there from today on, one entry per currency, including promotions.',
        args: { currency: t.arg(CURRENCY) },
        resolve: ({ visitTypeNumber, hotel }, { currency }, context) =>
          chain(lowestPriceInHotel(context, { visitTypeNumber, hotelNumber: hotel.number }), (lowest) =>
            lowestPriceEntries(lowest, currency),
          ),
      }),
      roomTypes: t.field({
        type: [PricedRoomType],
        complexity: pricedRoomTypesCost,
        description:
          'The room types of the hotel that have a price from today on, in whichever currency, by number (F5).',
        resolve: ({ visitTypeNumber, hotel }, _, context) =>
          inTurn(context, () =>
            chain(pricedRoomTypes(context, { visitTypeNumber, hotelNumber: hotel.number }), (priced) =>
              chain(chainAll(priced.map((one) => context.catalogue.roomType.load(one.roomTypeNumber))), (rows) =>
                priced.flatMap(({ lowest }, index) => {
                  const roomType = rows[index];
                  return roomType ? [{ roomType, lowest }] : [];
                }),
              ),
            ),
          ),
      }),
      promotions: t.field({
        type: [Promotion],
        description: 'The promotions that hold there, by number.',
        resolve: ({ visitTypeNumber, hotel }, _, context) =>
          chain(promotionsInHotel(context, { visitTypeNumber, hotelNumber: hotel.number }), toPromotionShapes),
      }),
    }),
  });
