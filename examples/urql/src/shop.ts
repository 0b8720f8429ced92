/**
 * A shop over urql. Queries go as persisted queries, and all but a guest's own booking by GET, so that browsers and proxies can
 * keep and revalidate their answers; the calendar is followed as server-sent events; whatever stands in a guest's way is a value
 * with `message`.
 */
import {
  type AnyVariables,
  Client,
  cacheExchange,
  fetchExchange,
  getOperationName,
  makeOperation,
  mapExchange,
  type TypedDocumentNode,
} from '@urql/core';
import { persistedExchange } from '@urql/exchange-persisted';
import { retryExchange } from '@urql/exchange-retry';
import type {
  CalendarFilter,
  CreateBookingInput,
  CreateBookingsInput,
  Currency,
  FollowSubscription,
  HoldStayInput,
  Locale,
  OfferFilter,
  VisitTypeFilter,
} from './gql/graphql.ts';
import {
  Book,
  BookParty,
  Cancel,
  CancelParty,
  Follow,
  Hold,
  HoldParty,
  HotelPage,
  List,
  Month,
  MyBooking,
  Offers,
  PartyOffers,
  Proposals,
  Release,
  Terms,
  Wish,
} from './operations.ts';

export type Order = Omit<CreateBookingInput, 'currency' | 'language'>;

export interface ShopOptions {
  readonly url: string;
  /** A publishable key may lie in the page. */
  readonly key: string;
  readonly locale: Locale;
  readonly currency: Currency;
  /** The refusal to try out, such as `price-changed`, where the key is a test key. */
  readonly simulate?: string | undefined;
}

export function openShop({ url, key, locale, currency, simulate }: ShopOptions) {
  const client = new Client({
    url: `${url}/graphql`,
    exchanges: [
      // Answers are kept by operation and variables: with the locale among these, languages do not mix.
      cacheExchange,
      // After a lost answer all can be asked again but a hold: it would be made twice.
      retryExchange({
        retryIf: ({ networkError }, { query }) => Boolean(networkError) && !/^Hold/.test(getOperationName(query) ?? ''),
      }),
      persistedExchange({ preferGetForPersistedQueries: 'within-url-limit' }),
      // Browsers and proxies keep addresses: none has the reference and the e-mail address of a guest.
      mapExchange({
        onOperation: (operation) =>
          getOperationName(operation.query) === 'MyBooking'
            ? makeOperation(operation.kind, operation, { ...operation.context, preferGetMethod: false })
            : operation,
      }),
      fetchExchange,
    ],
    fetchSubscriptions: true,
    fetchOptions: {
      headers: {
        Authorization: `Bearer ${key}`,
        'Accept-Language': locale.slice(0, 2),
        ...(simulate && { 'Gateway-Simulate': simulate }),
      },
    },
  });

  async function read<Data, Variables extends AnyVariables>(
    query: TypedDocumentNode<Data, Variables>,
    variables: Variables,
    requestPolicy: 'cache-first' | 'network-only' = 'cache-first',
  ): Promise<Data> {
    const { data, error } = await client.query(query, variables, { requestPolicy });
    if (error) throw error;
    return data!;
  }

  async function change<Data, Variables extends AnyVariables>(
    mutation: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ): Promise<Data> {
    const { data, error } = await client.mutation(mutation, variables);
    if (error) throw error;
    return data!;
  }

  // Lists and hotels may come from the cache. Which stays there are, and their prices, change by the minute.
  // A root field is null only beside an error, which is thrown.
  return {
    list: async (filter: VisitTypeFilter, after?: string) =>
      (await read(List, { locale, currency, filter, after })).visitTypes!,
    hotel: async (id: number) => (await read(HotelPage, { locale, id })).hotel,
    month: async (filter: CalendarFilter, from?: string, to?: string) =>
      (await read(Month, { filter, from, to, currency, locale }, 'network-only')).calendar!,
    /** Calls with all days, then with those that have changed; returns what ends it, not to be called while it calls. */
    follow(filter: CalendarFilter, hear: (update: FollowSubscription['calendar']) => void): () => void {
      return client.subscription(Follow, { filter }).subscribe(({ data }) => data && hear(data.calendar)).unsubscribe;
    },
    offers: async (filter: Omit<OfferFilter, 'currency'>, after?: string) =>
      (await read(Offers, { filter: { ...filter, currency }, after, locale }, 'network-only')).offers!,
    hold: async (stay: Omit<HoldStayInput, 'currency'>) =>
      (await change(Hold, { input: { ...stay, currency } })).holdStay,
    release: async (id: string) => (await change(Release, { id })).releaseHold,
    terms: async () => (await read(Terms, { locale })).salesTerms,
    book: async (order: Order) =>
      (await change(Book, { input: { ...order, currency, language: locale }, locale })).createBooking,
    myBooking: async (reference: string, email: string) =>
      (await read(MyBooking, { reference, email }, 'network-only')).booking,
    cancel: async (id: string, email: string) => (await change(Cancel, { id, email, locale })).cancelBooking!,
    /** What the words that are being typed may mean. */
    proposals: async (typed: string) => (await read(Proposals, { typed, locale })).suggestions!,
    /** The first offer of each hotel, with the cheapest stay of a year in it. `search`: what the guest wishes. */
    wish: async (filter: Omit<OfferFilter, 'currency'>) =>
      (await read(Wish, { filter: { ...filter, currency }, currency, locale }, 'network-only')).offers!,
    /** Stays for a party in several rooms of one hotel. `party`: guests of each room. */
    partyOffers: async (filter: Omit<OfferFilter, 'currency'>) =>
      (await read(PartyOffers, { filter: { ...filter, currency }, locale }, 'network-only')).offers!,
    holdParty: async (offer: string) => (await change(HoldParty, { input: { offer } })).holdStays,
    bookParty: async (order: CreateBookingsInput) =>
      (await change(BookParty, { input: { ...order, language: locale }, locale })).createBookings,
    cancelParty: async (id: string, email: string) => (await change(CancelParty, { id, email, locale })).cancelBooking!,
  };
}
