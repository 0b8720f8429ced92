/** What the inputs and results of updates have in common. */
import type { RequestContext } from '../../../operations/access/request-context.ts';
import type { Recorded, UpdateRequest } from '../../../operations/update/update-transaction.ts';
import type { SchemaTypes } from '../builder.ts';

/** The fields of a change that name its nights. */
export function changedRange(t: PothosSchemaTypes.InputFieldBuilder<SchemaTypes, 'InputObject'>) {
  return {
    roomType: t.id({ required: true, description: 'ObjectId or number of the room type.' }),
    from: t.field({ type: 'LocalDate', required: true, description: 'First night.' }),
    to: t.field({ type: 'LocalDate', required: true, description: 'Last night, included.' }),
  };
}

/** The field of an update that was made which says where it is recorded. */
export function recordedAs<Outcome extends Recorded>(t: PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, Outcome>) {
  return t.idList({
    description:
      'Ids of what is recorded of it (M14), one for each hotel: for `undoChange`. None: nothing is different.',
    resolve: ({ recordedAs: ids }) => ids,
  });
}

export function updateRequestOf({ services, caller, today }: RequestContext): UpdateRequest {
  const { database, epochs, clock } = services;
  return { database, epochs, caller, today, now: clock.now() };
}
