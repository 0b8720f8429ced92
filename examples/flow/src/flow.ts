/** From the list to the cancelled booking over `fetch` alone: every step is an operation, typed from the schema. */
import type { TypedDocumentString } from './gql/graphql.ts';
import { graphql } from './gql/index.ts';

const { GATEWAY_URL = 'http://127.0.0.1:4000', GATEWAY_KEY = '' } = process.env;
const locale = 'DE';

async function ask<Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const response = await fetch(`${GATEWAY_URL}/graphql`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${GATEWAY_KEY}`, 'Content-Type': 'application/json', 'Accept-Language': 'de' },
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

const List = graphql(`query List($locale: Locale!) {
  visitTypes(first: 3, filter: { nightsMax: 4 }) {
    totalCount nodes { number name { text(locale: $locale) } hotels { hotel { number } } }
  }
}`);
const Hotel = graphql(`query Hotel($id: ID!, $locale: Locale!) {
  hotel(id: $id) { number name stars roomTypes { number category { text(locale: $locale) } } }
}`);
const Month = graphql(`query Month($filter: CalendarFilter!) {
  calendar(filter: $filter) { date stays { nights availability total(currency: CZK) { formatted } } }
}`);
const Offers = graphql(`query Offers($filter: OfferFilter!, $locale: Locale!) {
  offers(filter: $filter, first: 1) {
    nodes { arrival departure rooms { roomType { number } } total { amountMinor formatted(locale: $locale) } }
  }
}`);
const Hold = graphql(`mutation Hold($input: HoldStayInput!) {
  holdStay(input: $input) { __typename ... on StayHeld { hold { id expiresAt } } ... on Problem { message } }
}`);
const Book = graphql(`mutation Book($input: CreateBookingInput!) {
  createBooking(input: $input) {
    __typename ... on BookingCreated { booking { id reference status } } ... on Problem { message }
  }
}`);
const Cancel = graphql(`mutation Cancel($id: ID!, $email: String!, $locale: Locale!) {
  cancelBooking(input: { id: $id, email: $email }) {
    __typename ... on BookingCancelled { fee { formatted(locale: $locale) } } ... on Problem { message }
  }
}`);

const { totalCount, nodes } = (await ask(List, { locale })).visitTypes!;
const { number: visitType, name, hotels } = nodes[0]!;
console.log(`${totalCount} packages, the first: ${name.text}`);

const { hotel } = await ask(Hotel, { id: hotels[0]!.hotel.number, locale });
const { number: roomType, category } = hotel!.roomTypes[0]!;
console.log(`${hotel!.name}, ${hotel!.stars} stars: ${category.text}`);

const { calendar } = await ask(Month, { filter: { visitType, hotel: hotel!.number, roomType } });
const { date, stays } = calendar!.findLast((day) =>
  day.stays.some(({ availability }) => availability === 'AVAILABLE'),
)!;
console.log(`${date}: ${stays.length} lengths of stay from ${stays[0]!.total[0]!.formatted} on`);

const search = { visitType, hotel: hotel!.number, arrival: date, nights: stays[0]!.nights, guests: 2 };
const { offers } = await ask(Offers, { filter: { ...search, currency: 'CZK' }, locale });
const [offer] = offers!.nodes;
const { arrival, departure, rooms, total } = offer!;
console.log(`${arrival} to ${departure}: ${total.formatted}`);

const stay = { visitType, roomType: rooms[0]!.roomType.number, arrival, departure, currency: 'CZK' } as const;
const { holdStay } = await ask(Hold, { input: stay });
if (holdStay.__typename !== 'StayHeld') refuse(holdStay);
console.log(`held until ${holdStay.hold.expiresAt}`);

const address = { street: 'Lázeňská', houseNumber: '1', city: 'Praha', zipCode: '110 00', country: 'CZE' };
const guest = { firstName: 'Jana', lastName: 'Nováková' };
const billedTo = { ...guest, email: 'jana.novakova@example.com', address };
const order = { ...stay, hotel: hotel!.number, hold: holdStay.hold.id, billedTo, guests: [guest] };
const price = { expectedTotal: total.amountMinor, idempotencyKey: crypto.randomUUID() };
const { createBooking } = await ask(Book, { input: { ...order, ...price, kind: 'BINDING' } });
if (createBooking.__typename !== 'BookingCreated') refuse(createBooking);
const { id, reference, status } = createBooking.booking;
console.log(`booked: ${reference} is ${status}`);

const cancelled = (await ask(Cancel, { id, email: billedTo.email, locale })).cancelBooking!;
if (cancelled.__typename !== 'BookingCancelled') refuse(cancelled);
console.log(`cancelled for ${cancelled.fee.formatted}`);
