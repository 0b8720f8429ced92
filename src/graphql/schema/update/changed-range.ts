/** What the inputs and results of updates have in common. */
import type { RequestContext } from '../../../operations/access/request-context.ts';
import type { UpdateRequest } from '../../../operations/update/update-transaction.ts';
import type { SchemaTypes } from '../builder.ts';

/** The fields of a change that name its nights. */
export function changedRange(t: PothosSchemaTypes.InputFieldBuilder<SchemaTypes, 'InputObject'>) {
  return {
    roomType: t.id({ required: true, description: 'ObjectId or number of the room type.' }),
    from: t.field({ type: 'LocalDate', required: true, description: 'First night.' }),
    to: t.field({ type: 'LocalDate', required: true, description: 'Last night, included.' }),
  };
}

export function updateRequestOf({ services: { database, epochs }, caller, today }: RequestContext): UpdateRequest {
  return { database, epochs, caller, today };
}
