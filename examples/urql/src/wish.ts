/** What a guest types, printed: proposals, then the hotels that have all of it, and the cheapest stay of a year in the first one. */
import { openShop } from './shop.ts';

const { GATEWAY_URL: url = 'http://127.0.0.1:4000', GATEWAY_KEY: key = '', ARRIVAL: arrival = '' } = process.env;
const { TYPED: typed = 'karlsb', WISH: wish = 'sauna' } = process.env;
const shop = openShop({ url, key, locale: 'DE', currency: 'CZK' });
const say = (line: string) => console.log(line);

const [proposed] = await shop.proposals(typed);
say(`${typed}: ${proposed?.kind} ${proposed?.name.text}`);

// A destination is a condition of its own; anything else that is proposed is searched for by its name.
const place = proposed?.destination ? { destination: proposed.destination.number } : {};
const filter = { ...place, search: wish, arrival, nights: 3, flexibleDays: 7, guests: 2 };
const { none, totalCount, nodes } = await shop.wish(filter);
say(`${wish}: ${none ?? `${totalCount} hotels`}`);
for (const { hotel, visitType, hotelOfferCount, nights, total } of nodes)
  say(`${hotel.name}: ${hotelOfferCount} offers, ${visitType.name.text}, ${nights} nights for ${total.formatted}`);

const cheapest = nodes[0]?.hotel.cheapestStay;
if (cheapest)
  say(`the cheapest of the year: ${cheapest.nights} nights from ${cheapest.arrival} for ${cheapest.total.formatted}`);
