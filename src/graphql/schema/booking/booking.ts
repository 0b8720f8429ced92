/** Bookings, as they were made and what became of them. */
import { chain } from '../../../data/cache/maybe-promise.ts';
import { storedTerms } from '../../../data/cancellation-terms.ts';
import type { Database } from '../../../data/database/database.ts';
import type { Booking as BookingRow, Gender, Prisma } from '../../../data/generated/prisma/client.ts';
import { dayOfColumn, dayOrNullOfColumn } from '../../../data/sql/column-types.ts';
import { recordedParts } from '../../../domain/booking/booking-parts.ts';
import { cancellationFees } from '../../../domain/booking/cancellation-terms.ts';
import { formatReference } from '../../../domain/booking/reference.ts';
import { statusOn } from '../../../domain/booking/status.ts';
import { recordedActor, recordedCanceller } from '../../../domain/event/actor.ts';
import { BOOKING_EVENT_TYPES } from '../../../domain/event/event-types.ts';
import type { Locale } from '../../../domain/text/locale.ts';
import { formatDay } from '../../../domain/time/civil-date.ts';
import { operatesIn } from '../../../operations/booking/booking-access.ts';
import { builder, LOADS_THROUGH_PRISMA } from '../builder.ts';
import { Hotel } from '../catalogue/hotel.ts';
import { LoyaltyProgram } from '../catalogue/loyalty-program.ts';
import { Node } from '../catalogue/node.ts';
import { RoomType } from '../catalogue/room-type.ts';
import { VisitType } from '../catalogue/visit-type.ts';
import {
  BookingEventTypeEnum,
  BookingKindEnum,
  BookingPartEnum,
  BookingStatusEnum,
  CancelledByEnum,
  GenderEnum,
  inCapitals,
  LocaleEnum,
} from '../enums.ts';
import { localeName } from '../locale-names.ts';
import { referredRow } from '../referred-row.ts';
import { CancellationFee, toCancellationFees } from '../stays/cancellation.ts';
import { Money, toMoney } from '../stays/money.ts';
import { Quote, type ShownQuote } from '../stays/quote.ts';

type AddressPart = 'street' | 'houseNumber' | 'city' | 'zipCode' | 'country';

const Address = builder.objectRef<Record<AddressPart, string | null>>('Address').implement({
  description: 'A postal address as far as it was given; of a binding booking at least the country (B2).',
  fields: (t) => ({
    street: t.exposeString('street', { nullable: true, description: 'Street.' }),
    houseNumber: t.exposeString('houseNumber', {
      nullable: true,
      description: 'House number; null: it stands in the street, or none was given.',
    }),
    city: t.exposeString('city', { nullable: true, description: 'City.' }),
    zipCode: t.exposeString('zipCode', { nullable: true, description: 'Postal code.' }),
    country: t.exposeString('country', { nullable: true, description: 'Country by its ISO 3166-1 alpha-3 code.' }),
  }),
});

const gender = {
  type: GenderEnum,
  nullable: true,
  description: 'How the person is addressed; null: not stated.',
  resolve: ({ gender }: { readonly gender: Gender | null }) => gender && inCapitals(gender),
} as const;

const Contact = builder.prismaObject('BookingContact', {
  name: 'Contact',
  fields: (t) => ({
    gender: t.field(gender),
    firstName: t.exposeString('firstName'),
    lastName: t.exposeString('lastName'),
    email: t.exposeString('email'),
    phone: t.exposeString('phone', { nullable: true }),
    consentMarketing: t.exposeBoolean('consentMarketing'),
    address: t.field({
      type: Address,
      nullable: true,
      description: 'The address; a request may be without one.',
      resolve: ({ street, houseNumber, city, zipCode, country }) => {
        const isGiven = [street, houseNumber, city, zipCode, country].some((part) => part !== null);
        return isGiven ? { street, houseNumber, city, zipCode, country } : null;
      },
    }),
  }),
});

const Guest = builder.prismaObject('BookingGuest', {
  name: 'Guest',
  fields: (t) => ({
    position: t.exposeInt('position'),
    gender: t.field(gender),
    firstName: t.exposeString('firstName'),
    lastName: t.exposeString('lastName'),
    birthDate: t.field({
      type: 'LocalDate',
      nullable: true,
      description: 'Date of birth; null: not stated.',
      resolve: ({ birthDate }) => {
        const day = dayOrNullOfColumn(birthDate);
        return day === null ? null : formatDay(day);
      },
    }),
    loyaltyProgram: t.field({
      type: LoyaltyProgram,
      nullable: true,
      description: 'Loyalty programme; null: none, or removed since.',
      resolve: ({ loyaltyProgramNumber }, _, context) =>
        loyaltyProgramNumber === null ? null : context.catalogue.loyaltyProgram.load(loyaltyProgramNumber),
    }),
    loyaltyProgramCode: t.exposeString('loyaltyProgramCode', { nullable: true }),
  }),
});

const BookingEvent = builder.prismaObject('BookingEvent', {
  description: 'Something that happened to the booking.',
  fields: (t) => ({
    id: t.exposeID('id'),
    type: t.expose('type', { type: BookingEventTypeEnum }),
    at: t.expose('at', { type: 'DateTime' }),
    changed: t.field({
      type: [BookingPartEnum],
      nullable: true,
      description: 'Of CHANGED: which parts are others than before (M7); null: of another type.',
      select: { data: true },
      resolve: ({ data }) => recordedParts(data),
    }),
    client: t.string({
      nullable: true,
      description: 'Name of the client that did it; null: the service itself, or a command.',
      select: { client: { select: { name: true } } },
      resolve: ({ client }) => client?.name ?? null,
    }),
    by: t.string({
      description:
        'Who did it: the name of the API key at that time, `GUEST` with a publishable key, `COMMAND_LINE` at the server, `SERVICE` if the gateway did it by itself. Of events from before release 1.0.0, the client.',
      select: { by: true, isPublic: true, client: { select: { name: true } } },
      resolve: ({ by, isPublic, client }) => recordedActor({ by, isPublic, clientName: client?.name ?? null }),
    }),
    cancelledBy: t.field({
      type: CancelledByEnum,
      nullable: true,
      description: 'Who called the booking off; null: it is no cancellation.',
      select: { type: true, cancelledBy: true },
      resolve: recordedCanceller,
    }),
    messageToGuest: t.exposeString('messageToGuest', { nullable: true }),
    note: t.string({
      nullable: true,
      description: 'What the house wrote for itself; null: nothing, or the key does not operate the hotel (M5).',
      select: {
        note: true,
        booking: { select: { hotelNumber: true, hotel: { select: { destinationNumber: true } } } },
      },
      resolve: ({ note, booking }, _, { caller }) =>
        booking && operatesIn(caller, { ...booking, ...booking.hotel }) ? note : null,
    }),
  }),
});

/** The lines of a price, in their order. */
const PRICE_LINES = {
  promotions: { orderBy: { position: 'asc' } },
  discounts: { orderBy: { guestPosition: 'asc' } },
} as const satisfies Prisma.BookingInclude;

export const Booking = builder.prismaObject('Booking', {
  interfaces: [Node],
  fields: (t) => ({
    kind: t.expose('kind', { type: BookingKindEnum }),
    status: t.field({
      type: BookingStatusEnum,
      description:
        'Where it is in its life. A request that nobody has answered has expired from the day after arrival on, in the business time zone.',
      resolve: ({ status, arrival }, _, context) => statusOn({ status, arrival: dayOfColumn(arrival) }, context.today),
    }),
    reference: t.string({
      description:
        'For people: `XXXX-XXXX`, digits and capital letters without I, L, O and U; the last one is a check symbol. With the e-mail address it gives access to the booking, so keep it out of logs.',
      resolve: ({ reference }) => formatReference(reference),
    }),
    isTest: t.exposeBoolean('isTest'),
    history: t.relation('events', {
      type: BookingEvent,
      description: 'What happened to it, the earliest first.',
      // A newer release on the same database may have written events of types that this one does not know.
      query: { where: { type: { in: BOOKING_EVENT_TYPES } }, orderBy: { sequence: 'asc' } },
    }),
    arrival: t.field({
      type: 'LocalDate',
      description: 'First day of the stay.',
      resolve: ({ arrival }) => formatDay(dayOfColumn(arrival)),
    }),
    departure: t.field({
      type: 'LocalDate',
      description: 'Day on which the guests leave.',
      resolve: ({ departure }) => formatDay(dayOfColumn(departure)),
    }),
    visitType: t.field({
      type: VisitType,
      description: 'The visit type.',
      resolve: ({ visitTypeNumber }, _, context) =>
        chain(context.catalogue.visitType.load(visitTypeNumber), referredRow),
    }),
    hotel: t.field({
      type: Hotel,
      description: 'The hotel.',
      resolve: ({ hotelNumber }, _, context) => chain(context.catalogue.hotel.load(hotelNumber), referredRow),
    }),
    roomType: t.field({
      type: RoomType,
      description: 'The room type.',
      resolve: ({ roomTypeNumber }, _, context) => chain(context.catalogue.roomType.load(roomTypeNumber), referredRow),
    }),
    price: t.field({
      extensions: LOADS_THROUGH_PRISMA,
      type: Quote,
      description: 'The price as it was calculated when the booking was made, or when its stay was last changed (M1).',
      select: PRICE_LINES,
      resolve: async (booking, _, { services: { database } }) =>
        shownPrice(addsUp(booking) ? booking : await readPriced(database, booking.id)),
    }),
    cancellation: t.field({
      type: [CancellationFee],
      description:
        'What cancelling costs by the terms that its price was calculated under, the earliest date first; none: nothing. Cancelling a request that is not confirmed costs nothing (S12).',
      resolve: (booking) => toCancellationFees(feesOf(booking), booking.currency),
    }),
    cancellationFee: t.field({
      type: Money,
      nullable: true,
      description: 'What its cancellation or its no-show cost; null: it is neither.',
      resolve: ({ cancellationFeeMinor, currency }) =>
        cancellationFeeMinor === null ? null : toMoney(Number(cancellationFeeMinor), currency),
    }),
    language: t.field({
      type: LocaleEnum,
      description: 'Language of automated e-mails to the customer.',
      resolve: ({ language }) => localeName(language as Locale),
    }),
    affiliate: t.exposeString('affiliate', { nullable: true }),
    customerNote: t.exposeString('customerNote', { nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    erasedAt: t.expose('erasedAt', { type: 'DateTime', nullable: true }),
    billedTo: t.relation('billedTo', { type: Contact, nullable: false, onNull: 'error' }),
    guests: t.relation('guests', { type: Guest, query: { orderBy: { position: 'asc' } } }),
  }),
});

type PricedBooking = Prisma.BookingGetPayload<{ include: typeof PRICE_LINES }>;

/** A booking and the lines of its price are read by several statements; where a change commits between them, the amounts do not add up. */
function addsUp({ baseMinor, amountMinor, promotions, discounts }: PricedBooking): boolean {
  return [...promotions, ...discounts].reduce((rest, line) => rest - line.amountMinor, baseMinor) === amountMinor;
}

function readPriced({ prisma }: Pick<Database, 'prisma'>, id: string): Promise<PricedBooking> {
  return prisma.$transaction((tx) => tx.booking.findUniqueOrThrow({ where: { id }, include: PRICE_LINES }), {
    isolationLevel: 'RepeatableRead',
  });
}

function shownPrice(booking: PricedBooking): ShownQuote {
  return {
    currency: booking.currency,
    nights: dayOfColumn(booking.departure) - dayOfColumn(booking.arrival),
    priceListKind: booking.priceListKind,
    baseMinor: Number(booking.baseMinor),
    amountMinor: Number(booking.amountMinor),
    get cancellation() {
      return feesOf(booking);
    },
    promotions: booking.promotions.map((line) => ({
      ...line,
      amountMinor: Number(line.amountMinor),
      validFrom: dayOfColumn(line.validFrom),
      validTo: dayOrNullOfColumn(line.validTo),
    })),
    discounts: booking.discounts.map((line) => ({
      ...line,
      guest: line.guestPosition,
      programNumber: line.loyaltyProgramNumber,
      amountMinor: Number(line.amountMinor),
    })),
  };
}

function feesOf(booking: Pick<BookingRow, 'arrival' | 'amountMinor' | 'cancellationTerms'>) {
  const { arrival, amountMinor } = booking;
  return cancellationFees({
    terms: storedTerms(booking),
    arrival: dayOfColumn(arrival),
    amountMinor: Number(amountMinor),
  });
}
