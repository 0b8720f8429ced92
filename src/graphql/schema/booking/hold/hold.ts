import { HOLDS_PER_CLIENT } from '../../../../domain/booking/hold.ts';
import { formatDay } from '../../../../domain/time/civil-date.ts';
import type { RequestContext } from '../../../../operations/access/request-context.ts';
import { partsForCaller } from '../../../../operations/booking/booking-limits.ts';
import type { HeldStay } from '../../../../operations/hold/hold-outcome.ts';
import { findHold, listHolds } from '../../../../operations/hold/list-holds.ts';
import { releaseHold } from '../../../../operations/hold/release-hold.ts';
import { builder, requiresScope } from '../../builder.ts';
import { BOOKING_COST, LOOKUP_COST } from '../../cost.ts';
import { idInput } from '../../input/id-input.ts';
import { resultType } from '../../problem/refusal-types.ts';
import { Quote, type ShownQuote, toShownQuote } from '../../stays/quote.ts';

export interface HoldShape extends Omit<HeldStay, 'expiresAt' | 'quote' | 'programs'> {
  readonly expiresAt: Date;
  readonly quote: ShownQuote;
}

export function toHold({ expiresAt, quote, programs, ...held }: HeldStay): HoldShape {
  return { ...held, expiresAt: new Date(expiresAt), quote: toShownQuote({ quote, programs }) };
}

export const Hold = builder.objectRef<HoldShape>('Hold').implement({
  description: 'A stay that is held for the client, with a room for every night and its price.',
  fields: (t) => ({
    id: t.exposeID('id', {
      description:
        'Its id, for `hold` of `createBooking`: 24 random hexadecimal digits. Only keys of the client can use it.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'When it expires: from then on its rooms are for sale again.',
    }),
    quote: t.expose('quote', { type: Quote, description: 'The price at which it can be booked until then.' }),
    visitTypeNumber: t.exposeInt('visitTypeNumber', { description: 'Number of the visit type.' }),
    hotelNumber: t.exposeInt('hotelNumber', { description: 'Number of the hotel.' }),
    roomTypeNumber: t.exposeInt('roomTypeNumber', { description: 'Number of the room type.' }),
    arrival: t.field({
      type: 'LocalDate',
      description: 'First day of the stay.',
      resolve: ({ arrival }) => formatDay(arrival),
    }),
    departure: t.field({
      type: 'LocalDate',
      description: 'Day on which the guests leave.',
      resolve: ({ departure }) => formatDay(departure),
    }),
  }),
});

builder.queryField('hold', (t) =>
  t.field({
    extensions: requiresScope('book'),
    type: Hold,
    nullable: true,
    complexity: LOOKUP_COST,
    description:
      'An open hold of the client, with a publishable key one that was made for the address that asks; null when there is none. One that was booked, released or has expired is none. It needs the right `BOOK`.',
    args: { id: t.arg.id({ required: true, description: 'Id of the hold.' }) },
    resolve: async (_, { id }, context) => {
      const found = await findHold(asking(context), id);
      return found && toHold(found);
    },
  }),
);

builder.queryField('holds', (t) =>
  t.field({
    extensions: requiresScope('book'),
    type: [Hold],
    complexity: { field: LOOKUP_COST, multiplier: HOLDS_PER_CLIENT },
    description:
      'The open holds of the client, with a publishable key those that were made for the address that asks; the first to expire first. It needs the right `BOOK`.',
    resolve: async (_, __, context) => (await listHolds(asking(context))).map(toHold),
  }),
);

/** A hold expires by itself and is the caller's alone, so it is not cached. */
function asking(context: RequestContext) {
  context.dependencies.isPrivate = true;
  context.dependencies.isPersonal = true;
  return partsForCaller(context);
}

const HoldReleased = builder.objectRef<{ id: string }>('HoldReleased').implement({
  description: 'Nothing is held under the id.',
  fields: (t) => ({ id: t.exposeID('id', { description: 'Id of the hold.' }) }),
});

const ReleaseHoldResult = resultType(
  'releaseHold',
  { released: HoldReleased },
  'The hold is released, or there is none.',
);

const ReleaseHoldInput = idInput(
  'ReleaseHoldInput',
  'A hold to be released, or rooms that are held together.',
  'Id of the hold, or of `StaysHeld`.',
);

builder.mutationField('releaseHold', (t) =>
  t.field({
    type: ReleaseHoldResult,
    complexity: BOOKING_COST,
    description:
      'Gives the rooms of a hold back at once. Released again, or after it has expired, the answer is the same for 24 hours. A hold that was booked is no hold any more (`NotFound`).',
    args: { input: t.arg({ type: ReleaseHoldInput, required: true, description: 'The hold.' }) },
    resolve: async (_, { input: { id } }, context) => {
      const outcome = await releaseHold({ ...partsForCaller(context), id });
      return outcome;
    },
  }),
);
