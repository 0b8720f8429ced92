import type { CancelledBy, DeliveryState, Gender, Scope, StayCategory } from '../../data/generated/prisma/enums.ts';
import { BOOKING_PARTS, type BookingPart } from '../../domain/booking/booking-parts.ts';
import type { BookingStatus } from '../../domain/booking/status.ts';
import type { DAY_REASONS } from '../../domain/calendar/calendar.ts';
import { BOOKING_EVENTS, type BookingEventType } from '../../domain/event/event-types.ts';
import type { NoOffersReason } from '../../domain/offer/no-offers.ts';
import type { OfferSort } from '../../domain/offer/offer-list.ts';
import type { CURRENCIES } from '../../domain/pricing/money.ts';
import type { AVAILABILITIES } from '../../domain/stay/availability.ts';
import type { BookingSort } from '../../operations/booking/search/booking-order.ts';
import type { HotelSort } from '../../operations/search/list-hotels.ts';
import type { RoomTypeSort } from '../../operations/search/list-room-types.ts';
import { builder } from './builder.ts';
import type { LocaleName } from './locale-names.ts';

/** Sort modes by their names in the schema. */
type SortModes<Mode extends string> = Record<string, { value: Mode; description: string }>;

/** The values of an enumeration with descriptions; the type ensures that none is missing. */
export function described<Value extends string>(descriptions: Record<Value, string>) {
  return Object.fromEntries(
    Object.entries<string>(descriptions).map(([value, description]) => [value, { value, description }]),
  ) as { [V in Value]: { value: V; description: string } };
}

/** The values of an enumeration whose values are stored in lower case; the schema writes them in capitals (F7). */
export function capitals<Value extends string>(descriptions: Record<Value, string>) {
  return described<Uppercase<Value>>(
    Object.fromEntries(
      Object.entries<string>(descriptions).map(([value, description]) => [value.toUpperCase(), description]),
    ) as Record<Uppercase<Value>, string>,
  );
}

/** A stored value as the schema spells it. */
export function inCapitals<Value extends string>(value: Value): Uppercase<Value> {
  return value.toUpperCase() as Uppercase<Value>;
}

/** The stored value of a spelling of the schema. */
export function asStored<Value extends string>(value: Value): Lowercase<Value> {
  return value.toLowerCase() as Lowercase<Value>;
}

export const CurrencyEnum = builder.enumType('Currency', {
  description: 'Currency of a price.',
  values: described<(typeof CURRENCIES)[number]>({
    CZK: 'Czech koruna; the currency of the Czech language.',
    EUR: 'Euro; the currency of every other language.',
  }),
});

export const LocaleEnum = builder.enumType('Locale', {
  description: 'A language in which texts are stored (F6).',
  values: described<LocaleName>({ CS: 'Czech.', DE: 'German.', EN: 'English.', RU: 'Russian.' }),
});

export const StayCategoryEnum = builder.enumType('StayCategory', {
  description: 'What a visit type is for.',
  values: capitals<StayCategory>({ health: 'A spa cure.', wellness: 'A wellness stay.' }),
});

/** A filter with the category as it is stored. */
export function withStoredCategory<
  Filter extends { readonly stayCategory?: Uppercase<StayCategory> | null | undefined },
>(filter: Filter) {
  return { ...filter, stayCategory: filter.stayCategory == null ? null : asStored(filter.stayCategory) };
}

export const ReservationTimeSpanEnum = builder.enumType('ReservationTimeSpan', {
  description: 'Whether stays are counted in days or in whole weeks.',
  values: described({
    DAYS: 'Any number of nights between the minimum and the maximum.',
    WEEKS: 'A multiple of seven nights between the minimum and the maximum.',
  }),
});

export const ProcedureFrequencyEnum = builder.enumType('ProcedureFrequency', {
  description: 'The period in which the stated number of procedures is given.',
  values: described({ DAY: 'Per day.', WEEK: 'Per week.', VISIT: 'Per stay.' }),
});

export const BoardingEnum = builder.enumType('Boarding', {
  description: 'Meals included in a stay, or a meal served by a hotel.',
  values: described({
    HALF_BOARD: 'Breakfast and dinner.',
    FULL_BOARD: 'Breakfast, lunch and dinner.',
    BREAKFAST: 'Breakfast only.',
    LUNCH: 'Lunch only.',
    DINNER: 'Dinner only.',
    ALL_INCLUSIVE: 'All meals and drinks.',
  }),
});

export const WeekdayEnum = builder.enumType('Weekday', {
  description: 'Day of the week.',
  values: described({
    MON: 'Monday.',
    TUE: 'Tuesday.',
    WED: 'Wednesday.',
    THU: 'Thursday.',
    FRI: 'Friday.',
    SAT: 'Saturday.',
    SUN: 'Sunday.',
  }),
});

export const PriceListKindEnum = builder.enumType('PriceListKind', {
  description: 'How a price list charges.',
  values: described({
    PER_NIGHT: 'Every occupied night has its own price.',
    PER_VISIT: 'A package of a fixed number of nights, charged once.',
  }),
});

export const QuotedPerEnum = builder.enumType('QuotedPer', {
  description: 'What an amount of a price list is for.',
  values: described({
    ROOM: 'The whole room.',
    PERSON: 'One bed; the room costs it as often as it has beds.',
  }),
});

export const AvailabilityEnum = builder.enumType('Availability', {
  description: 'Whether a stay can be had; of a day in a calendar, the shortest stay that starts on it.',
  values: described<(typeof AVAILABILITIES)[number]>({
    NOT_AVAILABLE: 'The night has no price or is outside the dates of the visit type.',
    ON_DEMAND:
      'It can be requested; an operator has to confirm it. Of a day in a calendar: the night has a price, and the shortest stay can be requested where `quote` has a price for it.',
    AVAILABLE: 'It is priced, and a room is free on each of its nights.',
  }),
});

export const DayReasonEnum = builder.enumType('DayReason', {
  description:
    'Why no stay can start on a day, or (ON_REQUEST, SOLD_OUT, NO_STAY_PRICED) why none can be booked on one that is selectable (F2). More may come.',
  values: described<(typeof DAY_REASONS)[number]>({
    IN_THE_PAST: 'The day is over.',
    BEYOND_HORIZON: 'The day, or a night of the shortest stay from it, is more than 24 months ahead.',
    NOTHING_MATCHES: 'No visit type, hotel and room type match the search.',
    NOT_ON_SALE: 'The visit type is outside its selling period today.',
    NOT_PRICED: 'The night has no price.',
    TIME_CONSTRAINTS: 'No date range of the visit type holds all nights of the shortest stay.',
    STARTING_DAY: 'Stays do not start on this weekday.',
    ON_REQUEST: 'Stays can only be requested (`kind: REQUEST`): the visit type is on demand.',
    SOLD_OUT: 'Stays can only be requested (`kind: REQUEST`): none has a room left on each of its nights.',
    NO_STAY_PRICED: 'The night has a price, but no stay of an allowed length has one on all of its nights.',
  }),
});

export const HotelSortEnum = builder.enumType('HotelSort', {
  description: 'An order of hotels; those with equal values by ascending number. More may come.',
  values: {
    NUMBER: { value: 'id', description: 'By number.' },
    NAME: { value: 'name', description: 'By name, A first.' },
    STARS: { value: 'stars', description: 'By stars, fewest first.' },
    STARS_DESC: { value: '-stars', description: 'By stars, most first.' },
    RELEVANCE: { value: 'relevance', description: 'By how well they answer `search`, the best first (F15).' },
  } as const satisfies SortModes<HotelSort | 'relevance'>,
});

export const RoomTypeSortEnum = builder.enumType('RoomTypeSort', {
  description: 'An order of room types; those with equal values by ascending number. More may come.',
  values: {
    NUMBER: { value: 'id', description: 'By number.' },
    CODE: { value: 'code', description: 'By code, A first.' },
    BEDS: { value: 'beds', description: 'By beds, fewest first.' },
  } as const satisfies SortModes<RoomTypeSort>,
});

export const VisitTypeSortEnum = builder.enumType('VisitTypeSort', {
  description: 'An order of visit types; those with equal values by number. More may come.',
  values: described({
    PRIORITY: 'By priority position.',
    PRICE: 'By the lowest price within the filter, as in `lowestPrice(within:)`, lowest first; those without one last.',
    RELEVANCE: 'By how well they answer `search`, the best first; equal ones by priority position (F15).',
  }),
});

export const OfferSortEnum = builder.enumType('OfferSort', {
  description:
    'An order of offers; those with equal values by number of visit type, hotel and room type. More may come.',
  values: described<OfferSort>({
    PRICE: 'By total, lowest first.',
    PRICE_DESC: 'By total, highest first.',
    STARS_DESC: 'By stars of the hotel, most first; then by total, lowest first.',
  }),
});

export const NoOffersReasonEnum = builder.enumType('NoOffersReason', {
  description:
    'Why a search finds no offers: the first condition with which no stay is left, in this order (Y1). More may come.',
  values: described<NoOffersReason>({
    NOTHING_ON_SALE: 'No stay on these dates, at that place and of that kind is sold at a price in the currency.',
    NO_ROOM_FOR_GUESTS: 'What is sold has no room with beds for so many guests, or no hotel with rooms for the party.',
    SOLD_OUT:
      'What has beds for them has no room left, or is on demand, and what can only be requested was not asked for.',
    OVER_BUDGET: 'What can be had costs more than `maxTotal`.',
  }),
});

export const DeliveryStateEnum = builder.enumType('DeliveryState', {
  description: 'How a delivery stands.',
  values: described<DeliveryState>({
    PENDING: 'It waits for its first try or the next one.',
    DONE: 'The recipient has taken it.',
    FAILED: 'It was given up, and rests until it is asked for again.',
  }),
});

export const RightEnum = builder.enumType('Right', {
  description:
    'What an API key may do. More may come. The command line and REST call rights scopes, and write them in lower case.',
  values: capitals<Scope>({
    read: 'Read the catalogue, calendars and prices.',
    book: 'Hold stays and create bookings, and read, change and cancel one whose id, or reference and e-mail address, is known.',
    bookings:
      'List, read, change and cancel all bookings of the client, send their mails again, and follow their events.',
    operate:
      'What `BOOKINGS` may, for the bookings of all clients in the destinations and hotels of the key; answer requests, mark no-shows, reinstate, set fees and write to guests; see figures, stored capacity and stored prices.',
    inventory: 'See, change and undo stored capacity, and see what has changed it.',
    rates: 'See, change and undo stored prices, and see what has changed them.',
    catalogue: 'Import and export the catalogue.',
    webhooks: 'Make and change webhooks, and see their deliveries.',
    manage: 'The sum of `INVENTORY`, `RATES`, `CATALOGUE` and `WEBHOOKS`.',
    erase: 'Erase what bookings tell of people.',
    keys: 'Make keys that may no more than the key itself, rename and revoke those that reach no further.',
  }),
});

export const BookingKindEnum = builder.enumType('BookingKind', {
  description: 'Whether a booking is confirmed at once.',
  values: described({
    BINDING: 'Confirmed; it takes one room of the type for every night.',
    REQUEST: 'A request that an operator answers; it takes no room.',
  }),
});

export const BookingStatusEnum = builder.enumType('BookingStatus', {
  description: 'Where a booking is in its life. More may come.',
  values: described<BookingStatus>({
    CONFIRMED: 'It stands: made as binding, or a request that was confirmed.',
    REQUESTED: 'A request that waits for an answer.',
    DECLINED: 'A request that was turned down.',
    CANCELLED: 'It was called off.',
    EXPIRED: 'A request that nobody had answered by the end of the day of arrival.',
    NO_SHOW: 'The guests did not come.',
  }),
});

export const CancelledByEnum = builder.enumType('CancelledBy', {
  description: 'Who calls a booking off.',
  values: described<CancelledBy>({ GUEST: 'The guest.', HOTEL: 'The hotel, which mails say.' }),
});

export const BookingSortEnum = builder.enumType('BookingSort', {
  description: 'An order of bookings; those with equal values by id, in the same direction. More may come.',
  values: described<BookingSort>({
    NEWEST: 'By the time of booking, latest first.',
    OLDEST: 'By the time of booking, earliest first.',
    ARRIVAL: 'By arrival, earliest first.',
  }),
});

export const BookingPartEnum = builder.enumType('BookingPart', {
  description: 'What a change of a booking was about (M7). More may come.',
  values: Object.fromEntries(
    Object.entries(BOOKING_PARTS).map(([value, description]) => [value.toUpperCase(), { value, description }]),
  ) as { [Part in BookingPart as Uppercase<Part>]: { value: Part; description: string } },
});

export const BookingEventTypeEnum = builder.enumType('BookingEventType', {
  description: 'What happened to a booking. More may come.',
  values: described(
    Object.fromEntries(Object.entries(BOOKING_EVENTS).map(([type, { description }]) => [type, description])) as Record<
      BookingEventType,
      string
    >,
  ),
});

export const GenderEnum = builder.enumType('Gender', {
  description: 'How a person is addressed.',
  values: capitals<Gender>({ male: 'Male.', female: 'Female.' }),
});
