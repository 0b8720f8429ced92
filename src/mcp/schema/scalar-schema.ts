/** Scalars of the GraphQL schema as JSON Schema knows them. */

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
const SENT_ID: JsonObject = { type: ['string', 'integer'] };

export function scalarSchema(name: string, of: 'input' | 'output'): JsonObject {
  return name === 'ID' && of === 'input' ? SENT_ID : (SCALARS[name] ?? { type: 'string' });
}
