import { bookingInputProblems } from '../operations/booking-input.js';
import { createBooking } from '../operations/create-booking.js';
import { rowsOf } from '../operations/visibility.js';
import { Booking } from './booking.js';
import { builder, THROUGH_PRISMA } from './builder.js';
import { BOOKING } from './cost.js';
import { BookingKindEnum, CurrencyEnum, GenderEnum, LocaleEnum } from './enums.js';
import { GuestCountProblem, IdempotencyProblem, InvalidInput, invalidInput, LoyaltyNotApplicable, NoCapacity, NotFound, NotPriced, OnDemandOnly, Problem, problemOf, StayNotAllowed, typeByKind, } from './problems.js';
import { calculatedQuote, Quote } from './quote.js';
const BookingCreated = builder.objectRef('BookingCreated').implement({
    description: 'The booking was made.',
    fields: (t) => ({
        booking: t.prismaField({
            extensions: THROUGH_PRISMA,
            type: Booking,
            description: 'The booking.',
            resolve: (query, { bookingId }, _, { session }) => session.gateway.database.prisma.booking.findUniqueOrThrow({ ...query, where: { id: bookingId } }),
        }),
        id: t.exposeID('bookingId', { description: 'ObjectId of the booking.' }),
        replayed: t.exposeBoolean('replayed', {
            description: 'Whether an earlier request with the same idempotency key made it.',
        }),
    }),
});
const PriceChanged = builder.objectRef('PriceChanged').implement({
    description: 'The price differs from `expectedTotal`. Nothing was booked.',
    interfaces: [Problem],
    fields: (t) => ({ quote: t.expose('quote', { type: Quote, description: 'The price now.' }) }),
});
const CreateBookingResult = builder.unionType('CreateBookingResult', {
    description: 'The booking, or why nothing was booked.',
    types: [
        BookingCreated,
        InvalidInput,
        NotFound,
        StayNotAllowed,
        NotPriced,
        NoCapacity,
        OnDemandOnly,
        GuestCountProblem,
        LoyaltyNotApplicable,
        PriceChanged,
        IdempotencyProblem,
    ],
    resolveType: typeByKind({ created: 'BookingCreated' }),
});
const AddressInput = builder.inputType('AddressInput', {
    description: 'A postal address. A binding booking needs all of it, a request may give any part.',
    fields: (t) => ({
        street: t.string({ description: 'Street, at most 200 characters.' }),
        houseNumber: t.string({ description: 'House number, at most 30 characters.' }),
        city: t.string({ description: 'City, at most 100 characters.' }),
        zipCode: t.string({ description: 'Postal code, at most 20 characters.' }),
        country: t.string({ description: 'Country by its ISO 3166-1 alpha-3 code, in capitals: `CZE`.' }),
    }),
});
const ContactInput = builder.inputType('ContactInput', {
    description: 'Whom a stay is billed to.',
    fields: (t) => ({
        gender: t.field({ type: GenderEnum, description: 'How the person is addressed.' }),
        firstName: t.string({ required: true, description: 'First name, 1 to 100 characters.' }),
        lastName: t.string({ required: true, description: 'Last name, 1 to 100 characters.' }),
        email: t.field({ type: 'EmailAddress', required: true, description: 'E-mail address, at most 254 characters.' }),
        phone: t.string({ description: 'Telephone number, at most 40 characters.' }),
        consentMarketing: t.boolean({ description: 'Whether marketing messages are allowed. Default: no.' }),
        address: t.field({ type: AddressInput, description: 'Address; required for a binding booking.' }),
    }),
});
const GuestInput = builder.inputType('GuestInput', {
    description: 'A person staying in the room.',
    fields: (t) => ({
        gender: t.field({ type: GenderEnum, description: 'How the person is addressed.' }),
        firstName: t.string({ required: true, description: 'First name, 1 to 100 characters.' }),
        lastName: t.string({ required: true, description: 'Last name, 1 to 100 characters.' }),
        birthDate: t.field({ type: 'LocalDate', description: 'Date of birth, not in the future.' }),
        loyaltyProgram: t.id({ description: 'ObjectId or number of a loyalty programme.' }),
        loyaltyProgramCode: t.string({ description: 'Membership code in the programme, at most 100 characters.' }),
    }),
});
const CreateBookingInput = builder.inputType('CreateBookingInput', {
    description: 'A stay to be booked or requested. The price is always calculated from the current price lists.',
    fields: (t) => ({
        kind: t.field({ type: BookingKindEnum, required: true, description: 'Binding, or a request to an operator.' }),
        currency: t.field({ type: CurrencyEnum, required: true, description: 'Currency of the price.' }),
        visitType: t.id({ required: true, description: 'ObjectId or number of the visit type.' }),
        hotel: t.id({ required: true, description: 'ObjectId or number of the hotel.' }),
        roomType: t.id({ required: true, description: 'ObjectId or number of the room type.' }),
        arrival: t.field({ type: 'LocalDate', required: true, description: 'First day of the stay.' }),
        departure: t.field({
            type: 'LocalDate',
            required: true,
            description: 'Day on which the guests leave; after `arrival`.',
        }),
        customerNote: t.string({ description: 'What the customer writes, at most 4,000 characters.' }),
        affiliate: t.string({ description: 'Affiliate who referred the customer, at most 100 characters.' }),
        billedTo: t.field({ type: ContactInput, required: true, description: 'Whom the stay is billed to.' }),
        guests: t.field({
            type: [GuestInput],
            required: true,
            description: 'People staying in the room: at least one, at most as many as it has beds.',
        }),
        idempotencyKey: t.string({
            description: 'A key of the caller for this request, 1 to 255 visible ASCII characters. A repetition within 24 hours gets the same answer and books nothing more; another request under the same key is refused.',
        }),
        expectedTotal: t.field({
            type: 'SafeInt',
            description: 'The price that the caller counts on, in minor units. If it is another one, nothing is booked.',
        }),
        language: t.field({
            type: LocaleEnum,
            description: 'Language of automated e-mails. Default: the first supported one in `Accept-Language`, else Czech.',
        }),
    }),
});
builder.mutationField('createBooking', (t) => t.field({
    type: CreateBookingResult,
    complexity: BOOKING,
    description: 'Books a stay. A binding booking takes one room for every night, all or nothing; a request takes none and is accepted without capacity or on demand. Input is checked before existence, existence before the rules of the stay.',
    args: { input: t.arg({ type: CreateBookingInput, required: true, description: 'The stay.' }) },
    resolve: async (_, { input }, { session, customerLanguage }) => {
        const checked = bookingInputProblems(input, session.today);
        const { database, epochs, clock, businessTimeZone, bookings } = session.gateway;
        const refused = (refusal) => {
            bookings.add(refusal.code);
            return refusal;
        };
        if (!checked.ok)
            return refused(problemOf(invalidInput(checked.problems)));
        const outcome = await createBooking({
            database,
            epochs,
            clock,
            businessTimeZone,
            caller: session.caller,
            input: checked.input,
            language: checked.input.language ?? customerLanguage,
        }).catch((error) => {
            bookings.add('FAILED');
            throw error;
        });
        if (outcome.kind === 'created') {
            bookings.add(outcome.replayed ? 'REPLAYED' : 'CREATED');
            return outcome;
        }
        if (outcome.kind !== 'priceChanged')
            return refused(problemOf(outcome));
        return { ...refused(problemOf(outcome)), quote: await withPrograms(session, outcome.quote) };
    },
}));
async function withPrograms(session, quote) {
    const numbers = quote.discounts.map(({ programNumber }) => programNumber);
    return calculatedQuote({ quote, programs: await rowsOf(session, 'loyaltyProgram', numbers) });
}
//# sourceMappingURL=create-booking.js.map