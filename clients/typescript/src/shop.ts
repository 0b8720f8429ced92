/** What a shop asks of a gateway, a function for each step. Whatever stands in a guest's way is a value with `message`. */
import { type Ask, type Client, type ClientOptions, createClient } from './client.ts';
import {
  BookDocument,
  BookPartyDocument,
  type CalendarFilter,
  CancelDocument,
  type CreateBookingInput,
  type CreateBookingsInput,
  type Currency,
  FollowDocument,
  HoldDocument,
  HoldPartyDocument,
  type HoldStayInput,
  HotelDocument,
  ListDocument,
  type Locale,
  MonthDocument,
  MyBookingDocument,
  type OfferFilter,
  OffersDocument,
  QuoteDocument,
  type QuoteInput,
  ReleaseDocument,
  SuggestDocument,
  TermsDocument,
  type VisitTypeFilter,
} from './generated/operations.ts';

export type Order = Omit<CreateBookingInput, 'currency' | 'language'>;
export type PartyOrder = Omit<CreateBookingsInput, 'language'>;

export interface ShopOptions extends Omit<ClientOptions, 'language'> {
  readonly locale: Locale;
  readonly currency: Currency;
}

export type Shop = ReturnType<typeof openShop>;

export function openShop({ locale, currency, ...options }: ShopOptions) {
  const client: Client = createClient({ ...options, language: locale.slice(0, 2).toLowerCase() });
  const { ask } = client;
  /** Gives the input an idempotency key, so that it can be sent again. A key that a page keeps with its order prevents a second booking even after a reload. */
  const repeatable = <Input extends object>(input: Input & { idempotencyKey?: string | null | undefined }) => ({
    ...input,
    idempotencyKey: input.idempotencyKey ?? randomKey(),
  });
  // A root field that may fail alone is null only beside an error, which is thrown.
  return {
    /** Asks operations of your own. */
    client,
    list: async (filter: VisitTypeFilter, after?: string, asked?: Ask) =>
      (await ask(ListDocument, { locale, currency, filter, after }, asked)).visitTypes!,
    /** Null: there is none, or the key does not see it. */
    hotel: async (id: string | number, asked?: Ask) => (await ask(HotelDocument, { locale, id }, asked)).hotel,
    month: async (filter: CalendarFilter, from?: string, to?: string, asked?: Ask) =>
      (await ask(MonthDocument, { filter, from, to, currency, locale }, asked)).calendar!,
    /** The first update has all days, later ones those that are different. */
    async *follow(filter: CalendarFilter, from?: string, to?: string, asked?: Pick<Ask, 'signal'>) {
      for await (const { calendar } of client.follow(FollowDocument, { filter, from, to }, asked)) yield calendar;
    },
    /** What the words that are being typed may mean: a destination is a condition of a search, the name of anything else its `search`. */
    suggest: async (typed: string, asked?: Ask) => (await ask(SuggestDocument, { typed, locale }, asked)).suggestions!,
    offers: async (filter: Omit<OfferFilter, 'currency'>, after?: string, asked?: Ask) =>
      (await ask(OffersDocument, { filter: { ...filter, currency }, after, locale }, asked)).offers!,
    quote: async (stay: Omit<QuoteInput, 'currencies'>, asked?: Ask) =>
      (await ask(QuoteDocument, { input: { ...stay, currencies: [currency] }, locale }, asked)).quote,
    /** A stay, or the `offer` of a search, which names its currency itself. */
    hold: async (stay: Omit<HoldStayInput, 'currency'>) =>
      (await ask(HoldDocument, { input: repeatable(stay.offer ? stay : { ...stay, currency }) })).holdStay,
    /** The rooms of an offer, all or none. */
    holdParty: async (offer: string) => (await ask(HoldPartyDocument, { input: repeatable({ offer }) })).holdStays,
    release: async (id: string) => (await ask(ReleaseDocument, { id }, { isRepeatable: true })).releaseHold,
    /** What a guest is told before the button: payment, terms of sale, privacy notice, seller. */
    terms: async (asked?: Ask) => (await ask(TermsDocument, { locale }, asked)).salesTerms,
    book: async (order: Order) =>
      (await ask(BookDocument, { input: repeatable({ ...order, currency, language: locale }), locale })).createBooking,
    bookParty: async (order: PartyOrder) =>
      (await ask(BookPartyDocument, { input: repeatable({ ...order, language: locale }), locale })).createBookings,
    /** Null: there is none of that reference and address. */
    myBooking: async (reference: string, email: string, asked?: Ask) =>
      (await ask(MyBookingDocument, { reference, email, locale }, asked)).booking,
    /** `party`: with all rooms that were booked together. */
    cancel: async (id: string, email: string, party = false) =>
      (await ask(CancelDocument, { id, email, party, locale }, { isRepeatable: true })).cancelBooking!,
  };
}

/** Pages without TLS have no `crypto.randomUUID`. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
