/** The way of a guest through the shop, printed: list, hotel, month, price, booking, and its cancelling. */
import { orThrow } from '@spa-stay/client';
import { type Order, openShop } from './shop.ts';

const { GATEWAY_URL = 'http://127.0.0.1:4000', GATEWAY_KEY = '', GATEWAY_SIMULATE } = process.env;
const shop = openShop({ url: GATEWAY_URL, key: GATEWAY_KEY, language: 'de', simulate: GATEWAY_SIMULATE });
const say = (line: string) => console.log(line);

const { totalCount, visitTypes } = await shop.list({ nights_max: 4 });
const { id: visit_type_id, name, nights_min, hotels } = visitTypes.find(({ on_demand }) => !on_demand)!;
say(`${totalCount} packages; ${name.de} in ${hotels.length} hotels`);

const hotel = await shop.hotel(hotels[0]!.id);
const room = (await shop.rooms(hotel.id))[0]!;
say(`${hotel.name}, ${hotel.stars} stars, ${hotel.destination.name.de}: ${room.category.de}`);

const stay = { visit_type_id, hotel_id: hotel.id, room_type_id: room.id };
const days = await shop.month(stay);
const { date: date_from } = days.findLast((day) => day.selectable && day.availability === 'AVAILABLE')!;
const date_to = new Date(Date.parse(date_from) + nights_min * 86_400_000).toISOString().slice(0, 10);
say(`${days.length} days; a stay from ${date_from} to ${date_to}`);

const { prices, message } = await shop.offer({ visit_type_id, room_type_id: room.id, date_from, date_to });
if (!prices) throw new Error(message);
say(`offer: ${prices.de?.amount} ${prices.de?.currency}`);

const guest = { first_name: 'Jana', last_name: 'Nováková' };
const address = { street: 'Lázeňská', house_number: '1', city: 'Praha', zip_code: '110 00', country: 'CZE' };
const order: Order = {
  ...stay,
  date_from,
  date_to,
  binding_booking: true,
  currency: 'EUR',
  billed_to: { ...guest, email: 'jana.novakova@example.com', address },
  guests: [guest],
};
// Made once per order and sent with each try.
const idempotencyKey = crypto.randomUUID();
const booked = await shop.book(order, idempotencyKey);
if (!booked.id) {
  say(`not booked: ${booked.message}`);
  process.exit();
}
say(`booked: ${booked.id}`);

const again = await shop.book(order, idempotencyKey);
say(`sent again: ${again.id === booked.id ? 'the same booking' : 'another one'}`);

const { fee, booking } = orThrow(await shop.cancel(booked.id, order.billed_to.email), 'BookingCancelled');
say(`cancelled for ${fee.amount} ${fee.currency}: ${booking.status}`);
