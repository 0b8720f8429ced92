/** The general part of the REST reference. */
import { VERSION } from '../../http/version.ts';
import type { DocumentedRoute } from '../route.ts';

/** What applies to every route, complete in itself. */
const DESCRIPTION = `
Sells stays in spa hotels: visit types (stay packages), calendars, prices and bookings (v1); hotels, room types and amenities in
full, and the feed of what happens to bookings (v2). v1 and v2 are used side by side and see the same catalogue.

**Keys.** Every request needs an API key, as \`Authorization: Bearer <key>\` or as the query parameter \`access_token\`. A key belongs
to one sales channel and sees a set of destinations: it sees the hotels there, and the visit types sold in at least one of them. What
it may not see does not exist for it. Promotions and prices of v1 are those of its channel.

**Identifiers.** Every entity has an integer \`id\` and an ObjectId \`_id\`. Requests take either.

**Dates** are civil dates, \`YYYY-MM-DD\`. A stay runs from arrival to departure, and the night of the departure is not part of it. Today
is the date at the place of the hotels. Nights more than 24 months ahead are not for sale.

**Languages.** \`Accept-Language\` lists the languages to include. Localized texts are objects with exactly these languages as keys;
\`Content-Language\` names them. Prices have those of them as keys whose currency prices what is asked. Prices are in CZK for Czech and in EUR for all others.

**Parameters.** An empty one counts as omitted, an unknown one is ignored, a repeated one is refused. Nothing is clamped: what is out of
bounds is refused with 400, which names all problems at once. Only a calendar's \`date_from\` in the past stands for today. An entity
that is filtered by and does not exist gives an empty answer; one that a request is about gives 404.

**Errors** are JSON with \`success: false\` and a \`message\`. If several things are wrong, 400 comes before 404, and 404 before 422. An
address that does not exist is 404. A header that may stand once and stands twice is 400, a body that is compressed or in another
charset than UTF-8 is 415. A request that cannot be read as HTTP, arrives too slowly or has headers that are too large is 400,
408, 417 or 431 on any address.

**Caching.** Answers to GET have an \`ETag\`; ask again with \`If-None-Match\`, and an answer that still holds is 304 without a body. GET
addresses answer HEAD as well.

**Limits.** A key has a number of requests a minute, 600 unless it was set otherwise. Beyond it answers are 429 with \`Retry-After\`.
`.trim();

export const ABOUT = {
  openapi: '3.1.0',
  info: {
    title: 'Spa stay booking',
    version: VERSION,
    description: DESCRIPTION,
    contact: { name: 'The operator of the gateway, who gives out the keys' },
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: '/api', description: 'The server that this document comes from.' }],
} as const;

const V1 = 'v1';
const V2 = 'v2';

export const TAGS = [
  { name: V1, description: 'For booking clients: visit types, calendars, prices, bookings. Names are in snake case.' },
  {
    name: V2,
    description:
      'Hotels, room types and amenities in full, and the feed of events. Names are in camel case, lists have cursors.',
  },
] as const;

export function tagOf({ path }: Pick<DocumentedRoute<never>, 'path'>): string {
  return path.startsWith('/v1/') ? V1 : V2;
}
