/** What the inputs and results of updates have in common. */
import type { RequestContext } from '../../../operations/access/request-context.ts';
import type { UpdateRefusal, UpdateRequest } from '../../../operations/update/update-transaction.ts';
import type { SchemaTypes } from '../builder.ts';
import { toInvalidInput, toProblem } from '../problems.ts';

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

/** A refusal in the shape of its type; any other outcome as it is. */
export function toRefusal<Done extends { kind: string }>(outcome: Done | UpdateRefusal) {
  if (isKind(outcome, 'invalidInput')) return toProblem(toInvalidInput(outcome.problems));
  if (isKind(outcome, 'conflict')) return toProblem(outcome);
  return isKind(outcome, 'notFound') ? toProblem(outcome) : (outcome as Done);
}

function isKind<Kind extends UpdateRefusal['kind']>(
  outcome: { kind: string },
  kind: Kind,
): outcome is UpdateRefusal & { kind: Kind } {
  return outcome.kind === kind;
}
