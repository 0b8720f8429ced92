/**
 * A shop over Apollo Client. Queries go as persisted queries, and all but a guest's own booking by GET, so that browsers and
 * proxies can keep and revalidate their answers; whatever stands in a guest's way comes back as a value with `message`.
 */
import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client';
import { ServerError } from '@apollo/client/errors';
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
import { Book, Cancel, Hold, HotelPage, List, Month, MyBooking, Offers, Release, Terms } from './operations.ts';

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
  const client = new ApolloClient({
    link: ApolloLink.from([
      new RetryLink({ attempts: { max: 3, retryIf: isRepeatable } }),
      // Browsers and proxies keep addresses: none has the reference and the e-mail address of a guest.
      ApolloLink.split(
        ({ operationName }) => operationName === 'MyBooking',
        new PersistedQueryLink({ sha256 }),
        new PersistedQueryLink({ sha256, useGETForHashedQueries: true }),
      ),
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

  // Lists and hotels may come from the cache. Which stays there are, and their prices, change by the minute.
  const fetchPolicy = 'network-only';
  return {
    // A root field is null only beside an error, which is thrown.
    async list(filter: VisitTypeFilter, after?: string) {
      const { data } = await client.query({ query: List, variables: { locale, currency, filter, after } });
      return data!.visitTypes!;
    },
    async hotel(id: number) {
      const { data } = await client.query({ query: HotelPage, variables: { locale, id } });
      return data!.hotel;
    },
    async month(filter: CalendarFilter, from?: string, to?: string) {
      const { data } = await client.query({
        query: Month,
        variables: { locale, currency, filter, from, to },
        fetchPolicy,
      });
      return data!.calendar!;
    },
    async offers(search: Omit<OfferFilter, 'currency'>, after?: string) {
      const variables = { locale, filter: { ...search, currency }, after };
      const { data } = await client.query({ query: Offers, variables, fetchPolicy });
      return data!.offers!;
    },
    async hold(stay: Omit<HoldStayInput, 'currency'>) {
      const { data } = await client.mutate({ mutation: Hold, variables: { input: { ...stay, currency } } });
      return data!.holdStay;
    },
    async release(id: string) {
      await client.mutate({ mutation: Release, variables: { id } });
    },
    async terms() {
      const { data } = await client.query({ query: Terms, variables: { locale } });
      return data!.salesTerms;
    },
    async book(order: Order) {
      const variables = { locale, input: { ...order, currency, language: locale } };
      const { data } = await client.mutate({ mutation: Book, variables });
      return data!.createBooking;
    },
    async myBooking(reference: string, email: string) {
      const { data } = await client.query({ query: MyBooking, variables: { reference, email }, fetchPolicy });
      return data!.booking;
    },
    async cancel(id: string, email: string) {
      const { data } = await client.mutate({ mutation: Cancel, variables: { locale, id, email } });
      return data!.cancelBooking!;
    },
  };
}

/** Whether to ask again after a lost answer. All can be repeated but a hold: it would be made twice. */
function isRepeatable(error: unknown, { operationName }: ApolloLink.Operation): boolean {
  const isRefused = ServerError.is(error) && error.statusCode < 500;
  return !isRefused && operationName !== 'Hold';
}

async function sha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
