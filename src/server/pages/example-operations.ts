/**
 * The operations that GraphiQL opens with. In demo mode they use a stay that can be booked today, so each works as it
 * stands. Otherwise the visitor fills in ids from the first one.
 */
import { minimumNights } from '../../domain/stay/stay.ts';
import { formatDay } from '../../domain/time/civil-date.ts';
import type { RequestContext } from '../../operations/access/request-context.ts';
import { findCandidates } from '../../operations/search/candidates.ts';
import { showCalendar } from '../../operations/search/show-calendar.ts';

/** Well-formed values for a visitor to replace where there is no demo. */
const PLACEHOLDER = { visitType: 1, hotel: 1, roomType: 1, arrival: '2030-01-07', departure: '2030-01-14' };
/** The stay of the examples, in numbers as callers write them. */
type ExampleStay = typeof PLACEHOLDER;

/** `context` is that of the demo key; null outside demo mode. */
export async function loadExampleTabs(context: RequestContext | null, headers: string) {
  const stay = (context && (await findBookableStay(context))) ?? PLACEHOLDER;
  return [browse(), hotelPage(stay), calendar(stay), quote(stay), book(stay), follow(stay)].map((query) => ({
    query,
    headers,
  }));
}

/** The initial text of the header editor: the demo key, or a placeholder. */
export function authorizationHeader(demoKey: string | null): string {
  return JSON.stringify({ Authorization: `Bearer ${demoKey ?? '<API key>'}` }, null, 2);
}

/** The first bookable stay of the shortest length, in the listing order of the candidates. */
async function findBookableStay(context: RequestContext): Promise<ExampleStay | null> {
  for await (const candidates of findCandidates(context, {})) {
    for (const { visitTypeNumber, room, rules } of candidates) {
      if (rules.onDemand) continue;
      const filter = {
        visitType: String(visitTypeNumber),
        hotel: String(room.hotelNumber),
        roomType: String(room.number),
      };
      const days = await showCalendar(context, { filter, from: null, to: null });
      const day = days.find(({ selectable, availability }) => selectable && availability === 'AVAILABLE');
      if (!day) continue;
      return {
        visitType: visitTypeNumber,
        hotel: room.hotelNumber,
        roomType: room.number,
        arrival: formatDay(day.day),
        departure: formatDay(day.day + minimumNights(rules)),
      };
    }
  }
  return null;
}

const browse = () => `# What is for sale, with prices from and running promotions.
query Browse {
  visitTypes(first: 5) {
    totalCount
    nodes {
      number
      name { text }
      stayCategory
      nightsMin
      nightsMax
      lowestPrice { currency amountPerNight { amount } originalAmountPerNight { amount } }
      hotels {
        hotel {
          number
          name
          stars
          destination { name { text } }
          roomTypes { number beds category { text } }
        }
        promotions { name { text } percentage validFrom validTo }
      }
    }
  }
}
`;

const hotelPage = ({ hotel }: ExampleStay) => `# All that a page about a hotel shows.
query HotelPage {
  hotel(id: ${hotel}) {
    name
    stars
    shortDescription { text }
    channelContent { tagline { text } }
    accommodationRules { checkInFrom checkOutTo petsAllowed note { text } }
    images { url width height alt { en } variants { width url } }
    roomTypes { code category { text } beds images { url alt { en } } }
    amenityCategories {
      category { name { text } }
      amenities { amenity { label { text } } charge options { label { text } } openingHours { days from to } }
    }
    priceFrom {
      currency
      all {
        perPersonPerNight { amount { amount } nights guests visitType { name { text } } }
        perStay { amount { amount } original { amount } nights visitType { name { text } } }
      }
    }
  }
}
`;

const calendar = ({ visitType, hotel }: ExampleStay) => `# From the first month in which a stay can be confirmed.
query Calendar {
  calendar(filter: { visitType: ${visitType}, hotel: ${hotel} }) {
    date
    selectable
    availability
    reasons
    fromPrice { currency amountPerNight { amount } }
  }
}
`;

const quote = ({ visitType, roomType, arrival, departure }: ExampleStay) => `# What a stay costs, line by line.
query Quote {
  quote(input: {
    visitType: ${visitType}
    roomType: ${roomType}
    arrival: "${arrival}"
    departure: "${departure}"
  }) {
    __typename
    ... on StayQuotes {
      quotes {
        currency
        nights
        basePrice { amount }
        promotions { name { text } percentage nights amount { amount } }
        total { amount amountMinor }
      }
    }
    ... on Problem { code message }
  }
}
`;

const book = ({ visitType, hotel, roomType, arrival, departure }: ExampleStay) => `# A binding booking.
mutation Book {
  createBooking(input: {
    kind: BINDING
    currency: CZK
    visitType: ${visitType}
    hotel: ${hotel}
    roomType: ${roomType}
    arrival: "${arrival}"
    departure: "${departure}"
    billedTo: {
      firstName: "Jana"
      lastName: "Nováková"
      email: "jana.novakova@example.com"
      address: { street: "Lázeňská", houseNumber: "1", city: "Praha", zipCode: "110 00", country: "CZE" }
    }
    guests: [{ firstName: "Jana", lastName: "Nováková" }]
  }) {
    __typename
    ... on BookingCreated {
      booking { id arrival departure hotel { name } price { total { amount currency } } }
    }
    ... on Problem { code message }
  }
}
`;

const follow = ({
  visitType,
  hotel,
  roomType,
  arrival,
}: ExampleStay) => `# The days from the arrival on, then those that change: book one in another tab.
subscription Follow {
  calendar(filter: { visitType: ${visitType}, hotel: ${hotel}, roomType: ${roomType} }, dateFrom: "${arrival}") {
    days { date selectable availability price { amounts { amount currency } } }
    removed
  }
}
`;
