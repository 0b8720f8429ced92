/** Which operations `@spa-stay/client` takes for repeatable, in any document, as a parser of GraphQL finds it. */
import fc from 'fast-check';
import { type DefinitionNode, Kind, OperationTypeNode, parse } from 'graphql';
import { expect, test } from 'vitest';
import { isRepeatableAlways } from '../../clients/typescript/src/repeatable.ts';

const ignored = fc.constantFrom(' ', '\n', '\r\n', ', ', '# " mutation {\n', '#\u2028"}\r');
const string = fc.constantFrom('""', '"# mutation {"', '"\\"} "', '"""a " } \\""" mutation { b("""', '"""\n#}\n"""');
const root = fc.oneof(
  fc.constantFrom('a', 'x: a', 'a @include(if: true) @f', '...F', '... on B { c }', 'a { b { ...F c } d { e } }'),
  string.map((value) => `x: a(b: { c: [${value}] }) @f { d(e: ${value}) }`),
);
const head = fc.constantFrom(
  ...['{', 'query Q {', 'fragment F on B {', 'fragment G on B @f(a: {}) {'],
  ...['mutation {', 'mutation M($input: [I!] = [{ a: 1 }] @f(b: 1)) @f {'],
);
const definition = fc
  .tuple(ignored, head, ignored, fc.array(root, { minLength: 1, maxLength: 2 }), ignored)
  .map(([before, opening, first, roots, last]) => [before, opening, first, roots.join(' '), last, '}'].join(''));

function isRepeatable(definitions: readonly DefinitionNode[], hasKey: boolean): boolean {
  const operations = definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
  if (operations.every(({ operation }) => operation !== OperationTypeNode.MUTATION)) return true;
  const roots = operations.flatMap(({ selectionSet }) => selectionSet.selections);
  return hasKey && operations.length === 1 && roots.length === 1 && roots[0]!.kind === Kind.FIELD;
}

test('queries are, and mutations of one field with a key, whatever strings, comments and fragments are around', () => {
  fc.assert(
    fc.property(fc.array(definition, { minLength: 1, maxLength: 3 }), fc.boolean(), (definitions, hasKey) => {
      const document = definitions.join('\n');
      const found = isRepeatableAlways(document, { input: hasKey ? { idempotencyKey: 'order-1' } : {} });
      expect(found).toBe(isRepeatable(parse(document).definitions, hasKey));
    }),
    { numRuns: 1_000 },
  );
});
