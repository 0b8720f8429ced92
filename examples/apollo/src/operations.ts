/** What the shop asks, one operation per step. `npm run generate` types them from `schema.graphql`. */
import { graphql } from './gql/index.ts';

graphql(`
  fragment Amount on Money { amountMinor formatted(locale: $locale) }
`);

graphql(`
  fragment Price on Quote {
    total { ...Amount }
    cancellation { from fee { ...Amount } }
  }
`);

export const List = graphql(`
  query List($locale: Locale!, $currency: Currency!, $filter: VisitTypeFilter!, $after: String) {
    visitTypes(filter: $filter, first: 10, after: $after) {
      totalCount
      pageInfo { hasNextPage endCursor }
      nodes {
        id number onDemand
        name { text(locale: $locale) }
        lowestPrice(currency: $currency, within: $filter) { amountPerNight { ...Amount } }
        hotels { hotel { id number name } roomTypes { roomType { id number beds } } }
      }
    }
  }
`);

export const HotelPage = graphql(`
  query HotelPage($id: ID!, $locale: Locale!) {
    hotel(id: $id) {
      id number name stars
      destination { id name { text(locale: $locale) } }
      shortDescription { text(locale: $locale) }
      roomTypes { id number beds category { text(locale: $locale) } }
    }
  }
`);

export const Month = graphql(`
  query Month($filter: CalendarFilter!, $from: LocalDate, $to: LocalDate, $currency: Currency!, $locale: Locale!) {
    calendar(filter: $filter, dateFrom: $from, dateTo: $to) {
      date selectable reasons
      stays { nights departure availability total(currency: $currency) { ...Amount } }
    }
  }
`);

export const Offers = graphql(`
  query Offers($filter: OfferFilter!, $after: String, $locale: Locale!) {
    offers(filter: $filter, first: 10, after: $after) {
      totalCount
      pageInfo { hasNextPage endCursor }
      nodes {
        arrival departure nights
        hotel { id number name }
        rooms { roomType { id number category { text(locale: $locale) } } quote { ...Price } }
      }
    }
  }
`);

export const Hold = graphql(`
  mutation Hold($input: HoldStayInput!) {
    holdStay(input: $input) {
      __typename
      ... on StayHeld { hold { id expiresAt } }
      ... on Problem { code message }
    }
  }
`);

export const Release = graphql(`
  mutation Release($id: ID!) {
    releaseHold(input: { id: $id }) { __typename }
  }
`);

export const Terms = graphql(`
  query Terms($locale: Locale!) {
    salesTerms {
      paymentTerms { text(locale: $locale) }
      termsUrl { text(locale: $locale) }
      privacyUrl { text(locale: $locale) }
      seller { name address register }
    }
  }
`);

export const Book = graphql(`
  mutation Book($input: CreateBookingInput!, $locale: Locale!) {
    createBooking(input: $input) {
      __typename
      ... on BookingCreated { replayed booking { id reference status price { ...Price } } }
      ... on PriceChanged { quote { ...Price } }
      ... on InvalidInput { problems { path message } }
      ... on Problem { code message }
    }
  }
`);

export const MyBooking = graphql(`
  query MyBooking($reference: String!, $email: String!) {
    booking(reference: $reference, email: $email) { id status arrival departure }
  }
`);

export const Cancel = graphql(`
  mutation Cancel($id: ID!, $email: String!, $locale: Locale!) {
    cancelBooking(input: { id: $id, email: $email }) {
      __typename
      ... on BookingCancelled { fee { ...Amount } booking { id status } }
      ... on Problem { code message }
    }
  }
`);
