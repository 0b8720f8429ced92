/**
 * The schema builder. Types of the data model take their descriptions from the comments of the Prisma schema; the scalars
 * are those of graphql-scalars.
 */
import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import PrismaPlugin from '@pothos/plugin-prisma';
import { defaultFieldResolver } from 'graphql';
import { GraphQLDateTime, GraphQLEmailAddress, GraphQLSafeInt } from 'graphql-scalars';
import { getDatamodel } from '../data/generated/pothos.js';
import { LocalDate } from './civil-dates.js';
import { USUAL_ENTRIES } from './cost.js';
export const builder = new SchemaBuilder({
    plugins: [ComplexityPlugin, PrismaPlugin],
    // What operations may cost is decided before they run, by the endpoint; here fields only say what they cost.
    complexity: { defaultListMultiplier: USUAL_ENTRIES, disabled: true },
    defaultFieldNullability: false,
    prisma: {
        client: ({ session }) => session.gateway.database.prisma,
        dmmf: getDatamodel(),
        exposeDescriptions: true,
        onUnusedQuery: 'error',
    },
});
/** For the options of a field that gives its query to the Prisma plugin. */
export const THROUGH_PRISMA = { loadsThroughPrisma: true };
/**
 * For the options of a field that shows the property of its own name as it is: its resolver says so to the type checker only,
 * and is taken away.
 */
export const READ_AS_IT_IS = { readAsItIs: true };
/**
 * Whether nothing but the property of the field's own name is read. Such a field needs no resolver: executors read the
 * property themselves, and a compiled operation does it in line, without the call, the path and the closures that a resolver
 * costs it.
 */
export function readsItsProperty({ resolve, extensions }) {
    return resolve === defaultFieldResolver || 'readAsItIs' in extensions;
}
/** Whether a field's query, or a part of it, is made by the Prisma plugin from what is selected below. */
export function loadsThroughPrisma({ extensions }) {
    return 'loadsThroughPrisma' in extensions || 'pothosPrismaRelationField' in extensions;
}
builder.addScalarType('LocalDate', LocalDate);
builder.addScalarType('DateTime', GraphQLDateTime);
builder.addScalarType('EmailAddress', GraphQLEmailAddress);
builder.addScalarType('SafeInt', GraphQLSafeInt);
builder.queryType({ description: 'What can be read. Every query needs an API key with the scope `read`.' });
builder.mutationType({ description: 'What can be changed. Every mutation needs an API key with the scope `book`.' });
//# sourceMappingURL=builder.js.map