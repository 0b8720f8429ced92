/**
 * A shop over Relay's runtime. `relay-compiler` checks and types the operations; with `npm run build:trusted` they go by
 * their ids (trusted documents) and no text is sent at all. What stands in a guest's way comes as `problem`.
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
import type { Locale, shopListQuery } from './__generated__/shopListQuery.graphql.ts';
import type { shopMonthQuery } from './__generated__/shopMonthQuery.graphql.ts';
import type { shopMyBookingQuery } from './__generated__/shopMyBookingQuery.graphql.ts';
import type { shopOfferQuery } from './__generated__/shopOfferQuery.graphql.ts';
import type { shopReleaseMutation } from './__generated__/shopReleaseMutation.graphql.ts';

const LIST = graphql`
  query shopListQuery($locale: Locale!, $filter: VisitTypeFilter!, $after: String) {
    visitTypes(filter: $filter, first: 10, after: $after) {
      totalCount
      pageInfo { hasNextPage endCursor }
      nodes { number onDemand nightsMin name { text(locale: $locale) } hotels { hotel { number name } } }
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
  query shopMonthQuery($filter: CalendarFilter!, $from: LocalDate, $to: LocalDate) {
    calendar(filter: $filter, dateFrom: $from, dateTo: $to) { date selectable availability reasons }
  }
`;
const OFFER = graphql`
  query shopOfferQuery($input: QuoteInput!) {
    quote(input: $input) {
      ... on StayQuotes @alias(as: "offer") {
        quotes { total { amount currency minorUnits } cancellation { from fee { amount currency } } }
      }
      ... on Problem @alias(as: "problem") { code message }
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
  mutation shopReleaseMutation($id: ID!) { releaseHold(id: $id) { __typename } }
`;
const BOOK = graphql`
  mutation shopBookMutation($input: CreateBookingInput!) {
    createBooking(input: $input) {
      ... on BookingCreated @alias(as: "made") {
        replayed
        booking { id reference status price { total { amount currency } } }
      }
      ... on PriceChanged @alias(as: "changed") { quote { total { amount currency minorUnits } } }
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
  mutation shopCancelMutation($id: ID!) {
    cancelBooking(input: { id: $id }) {
      ... on BookingCancelled @alias(as: "cancelled") { fee { amount currency } booking { id status } }
      ... on Problem @alias(as: "problem") { code message }
    }
  }
`;

export interface ShopOptions {
  readonly url: string;
  /** A publishable key may lie in the page. */
  readonly key: string;
  readonly locale: Locale;
  /** With a test key: the refusal to try out, such as `price-changed`. */
  readonly simulate?: string | undefined;
}

export type Order = shopBookMutation['variables']['input'];

export function openShop({ url, key, locale, simulate }: ShopOptions) {
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
    return response.json();
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
      commitMutation<Operation>(environment, { mutation, variables, onCompleted: resolve, onError: reject });
    });

  // Rooms and prices change by the minute, so only texts come from the store.
  return {
    list: async (filter: shopListQuery['variables']['filter'], after?: string) =>
      (await read<shopListQuery>(LIST, { locale, filter, after }, 'store-or-network')).visitTypes,
    hotel: async (id: number) => (await read<shopHotelQuery>(HOTEL, { locale, id: `${id}` }, 'store-or-network')).hotel,
    month: async (filter: shopMonthQuery['variables']['filter'], from?: string, to?: string) =>
      (await read<shopMonthQuery>(MONTH, { filter, from, to })).calendar,
    offer: async (input: shopOfferQuery['variables']['input']) => (await read<shopOfferQuery>(OFFER, { input })).quote,
    hold: async (input: shopHoldMutation['variables']['input']) =>
      (await change<shopHoldMutation>(HOLD, { input })).holdStay,
    release: async (id: string) => (await change<shopReleaseMutation>(RELEASE, { id })).releaseHold,
    book: async (input: Order) => (await change<shopBookMutation>(BOOK, { input })).createBooking,
    myBooking: async (reference: string, email: string) =>
      (await read<shopMyBookingQuery>(MY_BOOKING, { reference, email })).booking,
    cancel: async (id: string) => (await change<shopCancelMutation>(CANCEL, { id })).cancelBooking,
  };
}
