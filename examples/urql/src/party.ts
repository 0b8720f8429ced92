/** Four friends in two rooms, printed: offer, hold, book, cancel; all rooms or none at each step. */
import { openShop } from './shop.ts';

const { GATEWAY_URL: url = 'http://127.0.0.1:4000', GATEWAY_KEY: key = '', ARRIVAL: arrival = '' } = process.env;
const shop = openShop({ url, key, locale: 'DE', currency: 'CZK' });
const say = (line: string) => console.log(line);

const search = { arrival, nights: 2, flexibleDays: 7 };
const alone = await shop.partyOffers({ ...search, guests: 4 });
say(`4 in a room: ${alone.none ?? 'offered'}, a room has ${alone.mostGuestsInARoom} beds at most`);

const { nodes } = await shop.partyOffers({ ...search, party: [2, 2] });
const { id: offer, hotel, departure, rooms, total } = nodes[0]!;
const inRooms = rooms.map(({ guests, roomType }) => `${guests} in ${roomType.category.text}`).join(', ');
say(`${hotel.name} until ${departure}, ${inRooms}: ${total.formatted}`);

const held = await shop.holdParty(offer);
if (held.__typename !== 'StaysHeld') throw new Error(held.message);
say(`held until ${held.expiresAt}`);

const [jana, eva, petr, karel] = ['Jana', 'Eva', 'Petr', 'Karel'].map((firstName) => ({
  firstName,
  lastName: 'Nováková',
}));
const address = { street: 'Lázeňská', houseNumber: '1', city: 'Praha', zipCode: '110 00', country: 'CZE' };
const email = 'jana.novakova@example.com';
const booked = await shop.bookParty({
  kind: 'BINDING',
  offer,
  hold: held.id,
  rooms: [{ guests: [jana!, eva!] }, { guests: [petr!, karel!] }],
  billedTo: { ...jana!, email, address },
  expectedTotal: total.amountMinor,
  idempotencyKey: crypto.randomUUID(),
});
if (booked.__typename !== 'BookingsCreated') throw new Error(booked.message);
for (const { reference, price } of booked.bookings) say(`booked: ${reference} for ${price.total.formatted}`);

const cancelled = await shop.cancelParty(booked.bookings[0]!.id, email);
if (cancelled.__typename !== 'BookingCancelled') throw new Error(cancelled.message);
say(`cancelled for ${cancelled.fee.formatted}: ${cancelled.bookings.map(({ status }) => status).join(', ')}`);
