/** What an update is refused with when somebody else was faster (U8). */

import type { ConflictingChange as Conflicting } from '../../../domain/problem/refusals.ts';
import { formatDay } from '../../../domain/time/civil-date.ts';
import { builder } from '../builder.ts';
import { entriesWithRoom } from '../problem/refusal-space.ts';
import { REFUSAL_TYPES } from '../problem/refusal-types.ts';

const StoredNight = builder.objectRef<Conflicting>('StoredNight').implement({
  description: 'What is stored of a night: its price or its capacity. What the update is not about is null.',
  fields: (t) => ({
    night: t.field({
      type: 'LocalDate',
      description: 'The first night of the change that is not as expected.',
      resolve: ({ night }) => formatDay(night),
    }),
    amountMinor: t.int({
      nullable: true,
      description: 'Amount in minor units of the currency of the list; null: no price.',
      resolve: (stored) => ('amountMinor' in stored ? stored.amountMinor : null),
    }),
    units: t.int({
      nullable: true,
      description: 'Rooms that exist for sale; null: the night has no record.',
      resolve: (stored) => ('units' in stored ? stored.units : null),
    }),
    closed: t.boolean({
      nullable: true,
      description: 'Whether nothing more is sold.',
      resolve: (stored) => ('closed' in stored ? stored.closed : null),
    }),
  }),
});

const ConflictingChange = builder.objectRef<Conflicting>('ConflictingChange').implement({
  description: 'A change of nights that are not as it expects.',
  fields: (t) => ({
    path: t.exposeString('path', {
      description:
        'Which one, as a dotted path into the input: `changes.3`. Of `undoChange` by the place of the part and of its range: `parts.0.ranges.2`.',
    }),
    now: t.field({ type: StoredNight, description: 'What is there now.', resolve: (stored) => stored }),
  }),
});

builder.objectField(REFUSAL_TYPES.conflict, 'changes', (t) =>
  t.field({
    type: [ConflictingChange],
    description: 'The changes that expect something else, 50 at most.',
    resolve: ({ changes }, _, context, info) =>
      entriesWithRoom(changes, (entry, name) => (name === 'path' ? entry.path : null), context, info),
  }),
);
