/** The way of a guest through the shop, printed: list, hotel, month, offer, hold, book, cancel. */
import { type Order, openShop } from './shop.ts';

const { GATEWAY_URL = 'http://127.0.0.1:4000', GATEWAY_KEY = '', GATEWAY_SIMULATE } = process.env;
const shop = openShop({ url: GATEWAY_URL, key: GATEWAY_KEY, locale: 'de', simulate: GATEWAY_SIMULATE });
const say = (line: string) => console.log(line);
const shown = ({ amount, currency }: { amount: number; currency: string }) => `${amount} ${currency}`;

const { totalCount, nodes } = await shop.list({ nightsMax: 4 });
const { number, nightsMin, name, hotels } = nodes.find(({ onDemand }) => !onDemand)!;
say(`${totalCount} packages; ${name.text} in ${hotels.length} hotels`);

const hotel = (await shop.hotel(hotels[0]!.hotel.number))!;
const { category, ...room } = hotel.roomTypes[0]!;
say(`${hotel.name}, ${hotel.stars} stars, ${hotel.destination.name.text}: ${category.text}`);

const [visitType, roomType] = [`${number}`, `${room.number}`];
const filter = { visitType, hotel: `${hotel.number}`, roomType };
const days = await shop.month(filter);
const { date: arrival } = days.findLast((day) => day.selectable && day.availability === 'AVAILABLE')!;
const departure = new Date(Date.parse(arrival) + nightsMin * 86_400_000).toISOString().slice(0, 10);
say(`${days.length} days; a stay from ${arrival} to ${departure}`);

const stay = { visitType, roomType, arrival, departure };
const offer = await shop.offer({ ...stay, currencies: ['CZK'] });
if (!offer.offer) throw new Error(offer.problem?.message);
const { total, cancellation } = offer.offer.quotes[0]!;
say(`offer: ${shown(total)}; cancelling costs something from ${cancellation[0]?.from ?? 'never'} on`);

const held = await shop.hold({ ...stay, currency: 'CZK' });
if (!held.held) throw new Error(held.problem?.message);
const { hold } = held.held;
say(`held until ${hold.expiresAt}`);

const guest = { firstName: 'Jana', lastName: 'Nováková' };
const address = { street: 'Lázeňská', houseNumber: '1', city: 'Praha', zipCode: '110 00', country: 'CZE' };
const order: Order = {
  ...stay,
  hotel: filter.hotel,
  hold: hold.id,
  kind: 'BINDING',
  currency: 'CZK',
  language: 'de',
  // Made once per order and sent with each try.
  idempotencyKey: crypto.randomUUID(),
  expectedTotal: total.minorUnits,
  billedTo: { ...guest, email: 'jana.novakova@example.com', address },
  guests: [guest],
};
let outcome = await shop.book(order);
if (outcome.changed) {
  const { total: changed } = outcome.changed.quote;
  say(`${outcome.problem?.message} The guest takes it at ${shown(changed)}.`);
  outcome = await shop.book({ ...order, expectedTotal: changed.minorUnits });
}
if (!outcome.made) {
  await shop.release(hold.id);
  say(`not booked: ${outcome.problem?.message}`);
  process.exit();
}
const { booking } = outcome.made;
say(`booked: ${booking.reference} is ${booking.status} for ${shown(booking.price.total)}`);

const again = await shop.book(order);
say(`sent again: ${again.made?.replayed ? 'the same booking' : 'another one'}`);

const found = await shop.myBooking(booking.reference, order.billedTo.email);
const { cancelled, problem } = await shop.cancel(found!.id);
if (!cancelled) throw new Error(problem?.message);
say(`cancelled for ${shown(cancelled.fee)}: ${cancelled.booking.status}`);
