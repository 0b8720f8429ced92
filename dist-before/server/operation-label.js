/**
 * Names for GraphQL operations in logs and metrics, of which there are only so many whatever clients send: the name of an
 * operation is the client's own, so it counts for trusted documents alone. Others go by the field of the schema that they
 * ask for.
 */
import { getOperationAST, Kind, } from 'graphql';
/** More than one field of the query or mutation itself. */
export const SEVERAL = 'several';
/** No field of the schema's own: `__typename`, introspection, or nothing that can be executed. */
export const NO_OPERATION = 'none';
/** Gives operations their labels. `isTrusted` tells the texts of trusted documents. */
export class OperationLabels {
    #known = new WeakMap();
    #schema;
    #isTrusted;
    constructor(schema, isTrusted) {
        this.#schema = schema;
        this.#isTrusted = isTrusted;
    }
    /** The label of an operation of a document. */
    of(document, operationName) {
        const name = operationName ?? '';
        const known = this.#known.get(document);
        const label = known?.get(name);
        if (label !== undefined)
            return label;
        const operation = getOperationAST(document, name || undefined);
        // Names that the document does not have are not remembered: they could be any number.
        if (!operation)
            return NO_OPERATION;
        const found = this.#labelOf(document, operation);
        this.#known.set(document, (known ?? new Map()).set(name, found));
        return found;
    }
    #labelOf(document, operation) {
        const text = document.loc?.source.body;
        if (operation.name && text !== undefined && this.#isTrusted(text))
            return operation.name.value;
        const type = this.#schema.getRootType(operation.operation);
        const fields = type?.getFields() ?? {};
        const asked = [...rootFields(document, operation.selectionSet)].filter((field) => Object.hasOwn(fields, field));
        const [first = NO_OPERATION, ...others] = new Set(asked);
        return others.length > 0 ? SEVERAL : first;
    }
}
/** The names of the fields of a selection, those in fragments included. Fragments of valid documents have no circles. */
function* rootFields(document, { selections }) {
    for (const selection of selections) {
        if (selection.kind === Kind.FIELD)
            yield selection.name.value;
        else if (selection.kind === Kind.INLINE_FRAGMENT)
            yield* rootFields(document, selection.selectionSet);
        else {
            for (const definition of document.definitions) {
                if (definition.kind !== Kind.FRAGMENT_DEFINITION || definition.name.value !== selection.name.value)
                    continue;
                yield* rootFields(document, definition.selectionSet);
            }
        }
    }
}
//# sourceMappingURL=operation-label.js.map