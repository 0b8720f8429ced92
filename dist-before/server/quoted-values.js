/**
 * GraphQL's own refusals quote what was sent, whole objects of it, and so the names and addresses of guests. What is left of
 * them here says where the value stands and what it should have been, as REST's refusals do.
 */
import { GraphQLError } from 'graphql';
/** As graphql 16 and graphql-scalars word them. */
const QUOTED = [
    [
        /^(Variable "\$\w+") got invalid value .*?( at "[\w.[\]]+")?; (?!.* at "[\w.[\]]+"; )(.*)$/s,
        '$1 got an invalid value$2; $3',
    ],
    [/\bValue ".*" does not exist in ("\w+" enum)\..*$/s, 'The value does not exist in $1.'],
    [/ (cannot represent .*?value|is not a valid [\w ]+): .*$/s, ' $1.'],
    [/^(Value is not [\w ]+): .*$/s, '$1.'],
    [/^(Syntax Error: .*found \w+) ".*"\.$/s, '$1.'],
];
/** The error without the values that its message quotes. */
export function withoutValues(error) {
    const message = QUOTED.reduce((text, [quoting, instead]) => text.replace(quoting, instead), error.message);
    if (message === error.message)
        return error;
    const { nodes, source, positions, path, extensions } = error;
    return new GraphQLError(message, { nodes, source, positions, path, extensions });
}
//# sourceMappingURL=quoted-values.js.map