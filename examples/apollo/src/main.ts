/** The way of a guest through the shop, printed: list, hotel, month, offer, hold, terms, book, cancel. */
import { type Order, openShop } from './shop.ts';

const { GATEWAY_URL: url = 'http://127.0.0.1:4000', GATEWAY_KEY: key = '', GATEWAY_SIMULATE: simulate } = process.env;
const shop = openShop({ url, key, locale: 'DE', currency: 'CZK', simulate });
const say = (line: string) => console.log(line);

const { totalCount, nodes } = await shop.list({ nightsMax: 4 });
const { number: visitType, name, lowestPrice, hotels } = nodes.find(({ onDemand }) => !onDemand)!;
say(`${totalCount} packages; ${name.text} from ${lowestPrice[0]?.amountPerNight?.formatted} a night`);

const { hotel: card, roomTypes } = hotels[0]!;
const hotel = (await shop.hotel(card.number))!;
say(`${hotel.name}, ${hotel.stars} stars, ${hotel.destination.name.text}: ${hotel.roomTypes[0]?.category.text}`);

const filter = { visitType, hotel: hotel.number, roomType: roomTypes[0]!.roomType.number };
const days = await shop.month(filter);
const { date, stays } = days.findLast((day) => day.stays.some(({ availability }) => availability === 'AVAILABLE'))!;
const { nights, total } = stays.find(({ availability }) => availability === 'AVAILABLE')!;
say(`${days.length} days; on ${date} ${stays.length} lengths of stay, ${nights} nights for ${total[0]?.formatted}`);

const search = { visitType, hotel: hotel.number, arrival: date, nights, flexibleDays: 3, guests: 2 };
const { totalCount: found, nodes: offers } = await shop.offers(search);
const { arrival, departure, rooms } = offers[0]!;
// More than one for a party only.
const { roomType, quote } = rooms[0]!;
say(`${found} offers; ${arrival} to ${departure}, ${roomType.category.text}: ${quote.total.formatted}`);

const stay = { visitType, hotel: hotel.number, roomType: roomType.number, arrival, departure };
const held = await shop.hold(stay);
if (held.__typename !== 'StayHeld') throw new Error(held.message);
say(`held until ${held.hold.expiresAt}`);

// Before the button stands what is bought from whom, and on what terms.
const terms = await shop.terms();
say(`from ${terms.seller?.name}: ${terms.paymentTerms.text} ${terms.termsUrl.text}`);

const guest = { firstName: 'Jana', lastName: 'Nováková' };
const address = { street: 'Lázeňská', houseNumber: '1', city: 'Praha', zipCode: '110 00', country: 'CZE' };
const billedTo = { ...guest, email: 'jana.novakova@example.com', address };
const order: Order = {
  ...stay,
  hold: held.hold.id,
  kind: 'BINDING',
  // Made once per order and sent with each try.
  idempotencyKey: crypto.randomUUID(),
  expectedTotal: quote.total.amountMinor,
  billedTo,
  guests: [guest],
};
let outcome = await shop.book(order);
if (outcome.__typename === 'PriceChanged') {
  say(`${outcome.message} The guest takes it at ${outcome.quote.total.formatted}.`);
  outcome = await shop.book({ ...order, expectedTotal: outcome.quote.total.amountMinor });
}
if (outcome.__typename !== 'BookingCreated') {
  await shop.release(held.hold.id);
  say(`not booked: ${outcome.message}`);
  process.exit();
}
const { booking } = outcome;
say(`booked: ${booking.reference} is ${booking.status} for ${booking.price.total.formatted}`);

const again = await shop.book(order);
say(`sent again: ${again.__typename === 'BookingCreated' && again.replayed ? 'the same booking' : 'another one'}`);

const mine = await shop.myBooking(booking.reference, billedTo.email);
const cancelled = await shop.cancel(mine!.id, billedTo.email);
if (cancelled.__typename !== 'BookingCancelled') throw new Error(cancelled.message);
say(`cancelled for ${cancelled.fee.formatted}: ${cancelled.booking.status}`);
