/**
 * A shop over Apollo Client. Queries go as persisted queries by GET, so that browsers and proxies can keep and revalidate
 * their answers; whatever stands in a guest's way comes back as a value with `message`.
 */
import { ApolloClient, ApolloLink, HttpLink, InMemoryCache, type TypedDocumentNode } from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { RetryLink } from '@apollo/client/link/retry';
import type {
  CalendarFilter,
  CreateBookingInput,
  Currency,
  HoldStayInput,
  Locale,
  OfferFilter,
  VisitTypeFilter,
} from './gql/graphql.ts';
import possible from './gql/possible-types.ts';
import { Book, Cancel, Hold, HotelPage, List, Month, MyBooking, Offers, Release } from './operations.ts';

export type Order = Omit<CreateBookingInput, 'currency' | 'language'>;

export interface ShopOptions {
  readonly url: string;
  /** A publishable key may lie in the page. */
  readonly key: string;
  readonly locale: Locale;
  readonly currency: Currency;
  /** With a test key: the refusal to try out, such as `price-changed`. */
  readonly simulate?: string | undefined;
}

export function openShop({ url, key, locale, currency, simulate }: ShopOptions) {
  const client = new ApolloClient({
    link: ApolloLink.from([
      new RetryLink({ attempts: { max: 3, retryIf: (_error, operation) => isRepeatable(operation) } }),
      new PersistedQueryLink({ sha256, useGETForHashedQueries: true }),
      new HttpLink({
        uri: `${url}/graphql`,
        headers: {
          Authorization: `Bearer ${key}`,
          'Accept-Language': locale.slice(0, 2),
          ...(simulate && { 'Gateway-Simulate': simulate }),
        },
      }),
    ]),
    cache: new InMemoryCache({
      possibleTypes: possible.possibleTypes,
      // Texts have no ids: those of several languages are kept side by side. An amount is replaced as a whole.
      typePolicies: { LocalizedText: { merge: true }, Money: { merge: false } },
    }),
  });

  async function read<Data, Variables extends object>(
    query: TypedDocumentNode<Data, Variables>,
    variables: Variables,
    fetchPolicy: 'cache-first' | 'network-only' = 'cache-first',
  ): Promise<Data> {
    const { data } = await client.query({ query, variables, fetchPolicy } as never);
    return data as Data;
  }

  async function change<Data, Variables extends object>(
    mutation: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ): Promise<Data> {
    const { data } = await client.mutate({ mutation, variables } as never);
    return data as Data;
  }

  // Rooms and prices change by the minute, so only texts come from the cache. A root field is null only beside an error.
  return {
    list: async (filter: VisitTypeFilter, after?: string) =>
      (await read(List, { locale, currency, filter, after })).visitTypes!,
    hotel: async (id: number) => (await read(HotelPage, { locale, id })).hotel,
    month: async (filter: CalendarFilter, from?: string, to?: string) =>
      (await read(Month, { filter, from, to, currency, locale }, 'network-only')).calendar!,
    offers: async (filter: Omit<OfferFilter, 'currency'>, after?: string) =>
      (await read(Offers, { filter: { ...filter, currency }, after, locale }, 'network-only')).offers!,
    hold: async (stay: Omit<HoldStayInput, 'currency'>) =>
      (await change(Hold, { input: { ...stay, currency } })).holdStay,
    release: async (id: string) => (await change(Release, { id })).releaseHold,
    book: async (order: Order) =>
      (await change(Book, { input: { ...order, currency, language: locale }, locale })).createBooking,
    myBooking: async (reference: string, email: string) =>
      (await read(MyBooking, { reference, email }, 'network-only')).booking,
    cancel: async (id: string) => (await change(Cancel, { id, locale })).cancelBooking,
  };
}

/** A lost answer is asked for again. A mutation without an idempotency key, as a hold, might be made twice. */
function isRepeatable({ operationType, variables }: ApolloLink.Operation): boolean {
  return operationType === 'query' || Boolean(variables.input?.idempotencyKey);
}

async function sha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
