/** Operations as front ends send them: literals in arguments and input fields become variables. */
import { type DocumentNode, type GraphQLSchema, Kind, parse, print, TypeInfo, visit, visitWithTypeInfo } from 'graphql';

/** The operation with a variable in place of each literal string; the document has one operation. */
export function textsAsVariables(
  schema: GraphQLSchema,
  query: string,
): { query: string; variables: Record<string, unknown> } {
  const typeInfo = new TypeInfo(schema);
  const declared: string[] = [];
  const variables: Record<string, unknown> = {};
  const document: DocumentNode = visit(
    parse(query),
    visitWithTypeInfo(typeInfo, {
      StringValue({ value }) {
        const name = `text${declared.length}`;
        declared.push(`$${name}: ${String(typeInfo.getInputType())}`);
        variables[name] = value;
        return { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } };
      },
    }),
  );
  const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  const [operation] = operations;
  if (!operation || operations.length > 1) throw new Error('there must be one operation');
  if (declared.length === 0) return { query: print(document), variables };
  const [more] = parse(`query (${declared.join(', ')}) { __typename }`).definitions;
  const variableDefinitions = [
    ...(operation.variableDefinitions ?? []),
    ...((more as typeof operation).variableDefinitions ?? []),
  ];
  const definitions = document.definitions.map((one) =>
    one === operation ? { ...operation, variableDefinitions } : one,
  );
  return { query: print({ ...document, definitions }), variables };
}
