/** From the list to the cancelled booking: every step is a function of `@spa-stay/client`. */
import { openShop, orThrow } from '@spa-stay/client';

const { GATEWAY_URL = 'http://127.0.0.1:4000', GATEWAY_KEY = '' } = process.env;
const shop = openShop({ url: GATEWAY_URL, key: GATEWAY_KEY, locale: 'DE', currency: 'CZK' });

const [proposed] = await shop.suggest('karlsb');
console.log(`proposed: ${proposed!.name.text}`);

const { totalCount, nodes } = await shop.list({ nightsMax: 4, destination: proposed!.destination!.number });
const { number: visitType, name, hotels } = nodes[0]!;
console.log(`${totalCount} packages, the first: ${name.text}`);

const hotel = (await shop.hotel(hotels[0]!.hotel.number))!;
const { number: roomType, category } = hotel.roomTypes[0]!;
console.log(`${hotel.name}, ${hotel.stars} stars: ${category.text}`);

const days = await shop.month({ visitType, hotel: hotel.number, roomType });
const { date, stays } = days.findLast((day) => day.stays.some(({ availability }) => availability === 'AVAILABLE'))!;
console.log(`${date}: ${stays.length} lengths of stay from ${stays[0]!.total[0]!.formatted} on`);

const search = { visitType, hotel: hotel.number, arrival: date, nights: stays[0]!.nights, guests: 2 };
const [offer] = (await shop.offers(search)).nodes;
const { arrival, departure, rooms, total } = offer!;
console.log(`${arrival} to ${departure}: ${total.formatted}`);

// What stands in the way is a value: a problem with a sentence for the guest, which `orThrow` throws.
const stay = { visitType, roomType: rooms[0]!.roomType.number, arrival, departure };
const { hold } = orThrow(await shop.hold(stay), 'StayHeld');
console.log(`held until ${hold.expiresAt}`);

const { seller, paymentTerms, termsUrl } = await shop.terms();
console.log(`from ${seller?.name}: ${paymentTerms.text} ${termsUrl.text}`);

const address = { street: 'Lázeňská', houseNumber: '1', city: 'Praha', zipCode: '110 00', country: 'CZE' };
const guest = { firstName: 'Jana', lastName: 'Nováková' };
const billedTo = { ...guest, email: 'jana.novakova@example.com', address };
const order = { ...stay, hotel: hotel.number, hold: hold.id, billedTo, guests: [guest], kind: 'BINDING' } as const;
const { booking } = orThrow(await shop.book({ ...order, expectedTotal: total.amountMinor }), 'BookingCreated');
console.log(`booked: ${booking.reference} is ${booking.status}`);

const { fee } = orThrow(await shop.cancel(booking.id, billedTo.email), 'BookingCancelled');
console.log(`cancelled for ${fee.formatted}`);
