/**
 * A validation rule of GraphQL: how large an operation may be written. Types refer to each other in circles (a hotel has a
 * destination, which has hotels), and every round multiplies the answer; aliases ask the same thing again and again. What a
 * fragment holds counts at each of its spreads, but is looked at once, so that fragments within fragments cost nothing to
 * refuse. What an operation asks of the service, with the sizes of its pages, is the matter of its cost.
 */
import { GraphQLError, Kind, } from 'graphql';
export const TOO_LARGE = 'OPERATION_TOO_LARGE';
/**
 * The refusal of what is too large. Its status holds in every content type: without `spec: false` one that is found before
 * execution would be answered with 200 to clients who ask for application/json.
 */
export function tooLarge(message, operation) {
    const extensions = { code: TOO_LARGE, http: { status: 400, spec: false } };
    return new GraphQLError(message, { nodes: operation, extensions });
}
const NOTHING = { depth: 0, fields: 0, aliases: 0, directives: 0, introspections: 0, own: 0 };
/** The rule that refuses operations beyond the limits, naming each that is broken, with both figures. */
export function limitOperations(limits) {
    return (context) => {
        const measureOfFragment = new Map();
        function measureOf({ selections }) {
            return selections.map(measureOfSelection).reduce(together, NOTHING);
        }
        function measureOfSelection(selection) {
            const directives = selection.directives?.length ?? 0;
            if (selection.kind === Kind.INLINE_FRAGMENT)
                return withDirectives(measureOf(selection.selectionSet), directives);
            if (selection.kind === Kind.FRAGMENT_SPREAD) {
                return withDirectives(measureOfSpread(selection.name.value), directives);
            }
            const inside = selection.selectionSet ? measureOf(selection.selectionSet) : NOTHING;
            const isIntrospection = selection.selectionSet !== undefined && selection.name.value.startsWith('__');
            return {
                depth: 1 + (isIntrospection ? 0 : inside.depth),
                fields: 1 + inside.fields,
                aliases: inside.aliases + (selection.alias ? 1 : 0),
                directives: inside.directives + directives,
                introspections: inside.introspections + (isIntrospection ? 1 : 0),
                // Clients that keep a cache ask for the name of the type beside everything.
                own: selection.name.value === '__typename' ? 0 : 1,
            };
        }
        /** One within itself is refused by another rule. */
        function measureOfSpread(name) {
            const known = measureOfFragment.get(name);
            if (known)
                return known;
            measureOfFragment.set(name, NOTHING);
            const fragment = context.getFragment(name);
            const measure = fragment ? measureOf(fragment.selectionSet) : NOTHING;
            measureOfFragment.set(name, measure);
            return measure;
        }
        return {
            OperationDefinition(operation) {
                const measure = withDirectives(measureOf(operation.selectionSet), operation.directives?.length ?? 0);
                for (const problem of problemsOf(measure, operation, limits)) {
                    context.reportError(tooLarge(problem, operation));
                }
            },
        };
    };
}
function together(a, b) {
    return {
        depth: Math.max(a.depth, b.depth),
        fields: a.fields + b.fields,
        aliases: a.aliases + b.aliases,
        directives: a.directives + b.directives,
        introspections: a.introspections + b.introspections,
        own: a.own + b.own,
    };
}
function withDirectives(measure, directives) {
    return { ...measure, directives: measure.directives + directives };
}
function problemsOf(measure, { operation }, limits) {
    const { depth, fields, aliases, directives, introspections, own } = measure;
    const ownMost = operation === 'query' ? limits.queryFields : limits.mutationFields;
    const compared = [
        [depth, limits.depth, `The operation is nested ${depth} levels deep`],
        [fields, limits.fields, `The operation has ${fields} fields`],
        [aliases, limits.aliases, `The operation has ${aliases} aliases`],
        [directives, limits.directives, `The operation has ${directives} directives`],
        [introspections, limits.introspections, `The operation asks ${introspections} times for the schema`],
        [own, ownMost, `The ${operation} has ${own} fields of its own`],
    ];
    return compared.filter(([has, most]) => has > most).map(([, most, what]) => `${what}; ${most} are the most.`);
}
//# sourceMappingURL=operation-limits.js.map