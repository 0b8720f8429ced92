/** Scalars of the GraphQL schema as JSON Schema knows them, in a form that the models of all vendors take: one `type` each. */

export type JsonObject = Readonly<Record<string, unknown>>;

const SCALARS: Readonly<Record<string, JsonObject>> = {
  Int: { type: 'integer' },
  SafeInt: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  LocalDate: { type: 'string', format: 'date' },
  DateTime: { type: 'string', format: 'date-time' },
  EmailAddress: { type: 'string', format: 'email' },
};

export function scalarSchema(name: string): JsonObject {
  return SCALARS[name] ?? { type: 'string' };
}

export function orNull(schema: JsonObject): JsonObject {
  return { anyOf: [schema, { type: 'null' }] };
}
