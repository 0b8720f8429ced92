/** Fields of refusals that are more than a fact as it is declared (F7). */
import type { Refusal } from '../../../domain/problem/refusal.ts';
import { SUBJECTS, type Subject } from '../../../domain/problem/refusals.ts';
import { SPENT_LIMITS, type SpentLimit } from '../../../domain/problem/spent-limits.ts';
import { shortened } from '../../../domain/text/refusal-bounds.ts';
import { builder } from '../builder.ts';
import { described } from '../enums.ts';
import { InputProblem } from './input-problem.ts';
import { problemsWithRoom } from './refusal-space.ts';
import { REFUSAL_TYPES } from './refusal-types.ts';

builder.objectField(REFUSAL_TYPES.invalidInput, 'problems', (t) =>
  t.field({
    type: [InputProblem],
    description:
      'What is wrong with it: everything, if it is little. Looking stops at 50 problems, and an answer has no more than 16 kB of them (A2); those at the end are missing then.',
    resolve: ({ problems }, _, context, info) => problemsWithRoom(problems, context, info),
  }),
);

/** Characters that are repeated of a reference; an ObjectId has 24. */
const REFERENCE_LENGTH = 40;

const NotFoundSubjectEnum = builder.enumType('NotFoundSubject', {
  description: 'What does not exist for the API key. More may come.',
  values: described<Subject>(SUBJECTS),
});

builder.objectFields(REFUSAL_TYPES.notFound, (t) => ({
  subject: t.expose('subject', { type: NotFoundSubjectEnum, description: 'What it is.' }),
  reference: t.string({
    description:
      'The ObjectId or number, of a booking its reference too, as the request gave it; of one that is too long for either, the beginning.',
    resolve: ({ id }) => shortened(id, REFERENCE_LENGTH),
  }),
}));

type Misplaced = Extract<Refusal<'stayNotAllowed'>, { readonly hotel: number }>;

const MisplacedRoom = builder.objectRef<Misplaced>('MisplacedRoom').implement({
  description: 'A room type that does not belong to a hotel, or is in one that does not sell the visit type.',
  fields: (t) => ({
    visitType: t.id({
      nullable: true,
      description: 'The visit type as the request gave it; null: the room type does not belong to the hotel.',
      resolve: (facts) => ('visitType' in facts ? facts.visitType : null),
    }),
    roomTypeNumber: t.exposeInt('roomType', { description: 'Number of the room type.' }),
    hotelNumber: t.exposeInt('hotel', { description: 'Number of the hotel.' }),
  }),
});

builder.objectField(REFUSAL_TYPES.stayNotAllowed, 'misplaced', (t) =>
  t.field({
    type: MisplacedRoom,
    nullable: true,
    description: 'What does not belong together (ROOM_TYPE_OF_OTHER_HOTEL, NOT_SOLD_IN_HOTEL).',
    resolve: (facts) => ('hotel' in facts ? facts : null),
  }),
);

const SpentLimitEnum = builder.enumType('SpentLimit', {
  description: 'A limit on bookings, by what it counts. More may come.',
  values: described<SpentLimit>(SPENT_LIMITS),
});

builder.objectField(REFUSAL_TYPES.tooManyRequests, 'limit', (t) =>
  t.expose('limit', { type: SpentLimitEnum, description: 'Which limit.' }),
);

const ReleasableHold = builder.objectRef<NonNullable<Refusal<'tooManyHolds'>['oldest']>>('ReleasableHold').implement({
  description: 'An open hold of the caller. `hold` and `holds` have more about it.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id, for `createBooking` and `releaseHold`.' }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'When it expires.',
      resolve: ({ expiresAt }) => new Date(expiresAt),
    }),
  }),
});

builder.objectFields(REFUSAL_TYPES.tooManyHolds, (t) => ({
  isOfAddress: t.boolean({
    description: 'Whether those of the address are counted, not those of the client.',
    resolve: ({ holder }) => holder === 'address',
  }),
  oldest: t.expose('oldest', {
    type: ReleasableHold,
    nullable: true,
    description: 'The one that expires first of those that the caller may book or release; null: it has none of them.',
  }),
}));
