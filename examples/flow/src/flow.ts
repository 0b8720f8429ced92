/** From the list to the cancelled booking, over `fetch` alone: every step is an operation, typed from the schema. */
import type { TypedDocumentString } from './gql/graphql.ts';
import { graphql } from './gql/index.ts';

const { GATEWAY_URL = 'http://127.0.0.1:4000', GATEWAY_KEY = '' } = process.env;
const locale = 'de';

async function ask<Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const response = await fetch(`${GATEWAY_URL}/graphql`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${GATEWAY_KEY}`, 'Content-Type': 'application/json', 'Accept-Language': locale },
    body: JSON.stringify({ query: document.toString(), variables }),
  });
  const { data, errors } = (await response.json()) as { data: Data; errors?: readonly { message: string }[] };
  if (errors) throw new Error(errors.map(({ message }) => message).join(' '));
  return data;
}

/** What stands in the way is a value: a problem with a sentence for the guest. */
function refuse({ message }: { message: string }): never {
  throw new Error(message);
}

const List = graphql(`
  query List($locale: Locale!) {
    visitTypes(first: 3, filter: { nightsMax: 4 }) { totalCount nodes { number nightsMin name { text(locale: $locale) } hotels { hotel { number } } } }
  }
`);
const Hotel = graphql(`
  query Hotel($id: ID!, $locale: Locale!) {
    hotel(id: $id) { number name stars roomTypes { number beds category { text(locale: $locale) } } }
  }
`);
const Month = graphql(`
  query Month($filter: CalendarFilter!) { calendar(filter: $filter) { date selectable availability } }
`);
const Offer = graphql(`
  query Offer($input: QuoteInput!) {
    quote(input: $input) {
      __typename
      ... on StayQuotes { quotes { total { amount currency minorUnits } } }
      ... on Problem { message }
    }
  }
`);
const Hold = graphql(`
  mutation Hold($input: HoldStayInput!) {
    holdStay(input: $input) { __typename ... on StayHeld { hold { id expiresAt } } ... on Problem { message } }
  }
`);
const Book = graphql(`
  mutation Book($input: CreateBookingInput!) {
    createBooking(input: $input) {
      __typename
      ... on BookingCreated { booking { id reference status } }
      ... on Problem { message }
    }
  }
`);
const Cancel = graphql(`
  mutation Cancel($id: ID!) {
    cancelBooking(input: { id: $id }) {
      __typename
      ... on BookingCancelled { fee { amount currency } booking { status } }
      ... on Problem { message }
    }
  }
`);

const { visitTypes } = await ask(List, { locale });
const { number: visitType, nightsMin, name, hotels } = visitTypes.nodes[0]!;
console.log(`${visitTypes.totalCount} packages, the first: ${name.text}`);

const { hotel } = await ask(Hotel, { id: hotels[0]!.hotel.number, locale });
const { number: roomType, category } = hotel!.roomTypes[0]!;
console.log(`${hotel!.name}, ${hotel!.stars} stars: ${category.text}`);

const { calendar } = await ask(Month, { filter: { visitType, hotel: hotel!.number, roomType } });
const { date: arrival } = calendar.findLast(
  ({ availability, selectable }) => selectable && availability === 'AVAILABLE',
)!;
const departure = new Date(Date.parse(arrival) + nightsMin * 86_400_000).toISOString().slice(0, 10);

const stay = { visitType, roomType, arrival, departure } as const;
const { quote } = await ask(Offer, { input: { ...stay, currencies: ['CZK'] } });
if (quote.__typename !== 'StayQuotes') refuse(quote);
const { total } = quote.quotes[0]!;
console.log(`${arrival} to ${departure}: ${total.amount} ${total.currency}`);

const { holdStay } = await ask(Hold, { input: { ...stay, currency: 'CZK' } });
if (holdStay.__typename !== 'StayHeld') refuse(holdStay);
console.log(`held until ${holdStay.hold.expiresAt}`);

const address = { street: 'Lázeňská', houseNumber: '1', city: 'Praha', zipCode: '110 00', country: 'CZE' };
const guest = { firstName: 'Jana', lastName: 'Nováková' };
const { createBooking } = await ask(Book, {
  input: {
    ...stay,
    hotel: hotel!.number,
    hold: holdStay.hold.id,
    kind: 'BINDING',
    currency: 'CZK',
    idempotencyKey: crypto.randomUUID(),
    expectedTotal: total.minorUnits,
    billedTo: { ...guest, email: 'jana.novakova@example.com', address },
    guests: [guest],
  },
});
if (createBooking.__typename !== 'BookingCreated') refuse(createBooking);
console.log(`booked: ${createBooking.booking.reference} is ${createBooking.booking.status}`);

const { cancelBooking } = await ask(Cancel, { id: createBooking.booking.id });
if (cancelBooking.__typename !== 'BookingCancelled') refuse(cancelBooking);
console.log(`cancelled for ${cancelBooking.fee.amount} ${cancelBooking.fee.currency}`);
