/**
 * A shop over Relay's runtime. `relay-compiler` checks and types the operations; with `npm run build:trusted` they go by
 * their ids (trusted documents) and no text is sent at all. What stands in a guest's way comes as `problem`;
 * an entry in `errors` is thrown.
 */
import {
  commitMutation,
  Environment,
  fetchQuery,
  type GraphQLTaggedNode,
  graphql,
  type MutationParameters,
  Network,
  type OperationType,
  RecordSource,
  Store,
} from 'relay-runtime';
import type { shopBookMutation } from './__generated__/shopBookMutation.graphql.ts';
import type { shopCancelMutation } from './__generated__/shopCancelMutation.graphql.ts';
import type { shopHoldMutation } from './__generated__/shopHoldMutation.graphql.ts';
import type { shopHotelQuery } from './__generated__/shopHotelQuery.graphql.ts';
import type { Currency, Locale, shopListQuery } from './__generated__/shopListQuery.graphql.ts';
import type { shopMonthQuery } from './__generated__/shopMonthQuery.graphql.ts';
import type { shopMyBookingQuery } from './__generated__/shopMyBookingQuery.graphql.ts';
import type { shopOffersQuery } from './__generated__/shopOffersQuery.graphql.ts';
import type { shopReleaseMutation } from './__generated__/shopReleaseMutation.graphql.ts';
import type { shopTermsQuery } from './__generated__/shopTermsQuery.graphql.ts';

const LIST = graphql`
  query shopListQuery($locale: Locale!, $currency: Currency!, $filter: VisitTypeFilter!, $after: String) {
    visitTypes(filter: $filter, first: 10, after: $after) @required(action: THROW) {
      totalCount
      pageInfo { hasNextPage endCursor }
      nodes {
        number onDemand
        name { text(locale: $locale) }
        lowestPrice(currency: $currency, within: $filter) { amountPerNight { formatted(locale: $locale) } }
        hotels { hotel { number name } roomTypes { roomType { number beds } } }
      }
    }
  }
`;
const HOTEL = graphql`
  query shopHotelQuery($id: ID!, $locale: Locale!) {
    hotel(id: $id) {
      number name stars
      destination { name { text(locale: $locale) } }
      roomTypes { number beds category { text(locale: $locale) } }
    }
  }
`;
const MONTH = graphql`
  query shopMonthQuery($filter: CalendarFilter!, $from: LocalDate, $to: LocalDate, $currency: Currency!, $locale: Locale!) {
    calendar(filter: $filter, dateFrom: $from, dateTo: $to) @required(action: THROW) {
      date selectable reasons
      stays { nights departure availability total(currency: $currency) { formatted(locale: $locale) } }
    }
  }
`;
const OFFERS = graphql`
  query shopOffersQuery($filter: OfferFilter!, $after: String, $locale: Locale!) {
    offers(filter: $filter, first: 10, after: $after) @required(action: THROW) {
      totalCount
      pageInfo { hasNextPage endCursor }
      nodes {
        arrival departure nights
        hotel { number name }
        rooms {
          roomType { number category { text(locale: $locale) } }
          quote { total { amountMinor formatted(locale: $locale) } cancellation { from fee { formatted(locale: $locale) } } }
        }
      }
    }
  }
`;
const HOLD = graphql`
  mutation shopHoldMutation($input: HoldStayInput!) {
    holdStay(input: $input) {
      ... on StayHeld @alias(as: "held") { hold { id expiresAt } }
      ... on Problem @alias(as: "problem") { code message }
    }
  }
`;
const RELEASE = graphql`
  mutation shopReleaseMutation($id: ID!) { releaseHold(input: { id: $id }) { __typename } }
`;
const TERMS = graphql`
  query shopTermsQuery($locale: Locale!) {
    salesTerms {
      paymentTerms { text(locale: $locale) }
      termsUrl { text(locale: $locale) }
      privacyUrl { text(locale: $locale) }
      seller { name address register }
    }
  }
`;
const BOOK = graphql`
  mutation shopBookMutation($input: CreateBookingInput!, $locale: Locale!) {
    createBooking(input: $input) {
      ... on BookingCreated @alias(as: "made") {
        replayed
        booking { id reference status price { total { formatted(locale: $locale) } } }
      }
      ... on PriceChanged @alias(as: "changed") { quote { total { amountMinor formatted(locale: $locale) } } }
      ... on Problem @alias(as: "problem") { code message }
    }
  }
`;
const MY_BOOKING = graphql`
  query shopMyBookingQuery($reference: String!, $email: String!) {
    booking(reference: $reference, email: $email) { id status arrival departure }
  }
`;
const CANCEL = graphql`
  mutation shopCancelMutation($id: ID!, $email: String!, $locale: Locale!) {
    cancelBooking(input: { id: $id, email: $email }) {
      ... on BookingCancelled @alias(as: "cancelled") { fee { formatted(locale: $locale) } booking { id status } }
      ... on Problem @alias(as: "problem") { code message }
    }
  }
`;

export interface ShopOptions {
  readonly url: string;
  /** A publishable key may lie in the page. */
  readonly key: string;
  readonly locale: Locale;
  readonly currency: Currency;
  /** The refusal to try out, such as `price-changed`, where the key is a test key. */
  readonly simulate?: string | undefined;
}

export type Order = Omit<shopBookMutation['variables']['input'], 'currency' | 'language'>;

export function openShop({ url, key, locale, currency, simulate }: ShopOptions) {
  const network = Network.create(async ({ id, text }, variables) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
        'Accept-Language': locale.slice(0, 2),
        ...(simulate && { 'Gateway-Simulate': simulate }),
      },
      body: JSON.stringify(id ? { documentId: id, variables } : { query: text, variables }),
    });
    const answer = await response.json();
    // A root field that fails alone is null, and Relay would take it for what is not there.
    if (answer.errors) throw new Error(answer.errors[0].message);
    return answer;
  });
  const environment = new Environment({
    network,
    store: new Store(new RecordSource()),
    // `BookingCreated.id` is that of its booking: one id for two records.
    getDataID: ({ id }, typename) => (typename === 'BookingCreated' ? undefined : id),
  });

  async function read<Operation extends OperationType>(
    query: GraphQLTaggedNode,
    variables: Operation['variables'],
    fetchPolicy: 'store-or-network' | 'network-only' = 'network-only',
  ): Promise<Operation['response']> {
    return (await fetchQuery<Operation>(environment, query, variables, { fetchPolicy }).toPromise())!;
  }
  const change = <Operation extends MutationParameters>(
    mutation: GraphQLTaggedNode,
    variables: Operation['variables'],
  ) =>
    new Promise<Operation['response']>((resolve, reject) => {
      commitMutation<Operation>(environment, { mutation, variables, onError: reject, onCompleted: resolve });
    });

  // Lists and hotels may come from the store. Which stays there are, and their prices, change by the minute.
  return {
    list: async (filter: shopListQuery['variables']['filter'], after?: string) =>
      (await read<shopListQuery>(LIST, { locale, currency, filter, after }, 'store-or-network')).visitTypes,
    hotel: async (id: string) => (await read<shopHotelQuery>(HOTEL, { locale, id }, 'store-or-network')).hotel,
    month: async (filter: shopMonthQuery['variables']['filter'], from?: string, to?: string) =>
      (await read<shopMonthQuery>(MONTH, { filter, from, to, currency, locale })).calendar,
    offers: async (filter: Omit<shopOffersQuery['variables']['filter'], 'currency'>, after?: string) =>
      (await read<shopOffersQuery>(OFFERS, { filter: { ...filter, currency }, after, locale })).offers,
    hold: async (stay: Omit<shopHoldMutation['variables']['input'], 'currency'>) =>
      (await change<shopHoldMutation>(HOLD, { input: { ...stay, currency } })).holdStay,
    release: async (id: string) => (await change<shopReleaseMutation>(RELEASE, { id })).releaseHold,
    terms: async () => (await read<shopTermsQuery>(TERMS, { locale }, 'store-or-network')).salesTerms,
    book: async (order: Order) =>
      (await change<shopBookMutation>(BOOK, { input: { ...order, currency, language: locale }, locale })).createBooking,
    myBooking: async (reference: string, email: string) =>
      (await read<shopMyBookingQuery>(MY_BOOKING, { reference, email })).booking,
    cancel: async (id: string, email: string) =>
      (await change<shopCancelMutation>(CANCEL, { id, email, locale })).cancelBooking!,
  };
}
