/** `/schema.graphql` and `/schema.json`: the schema for editors and code generators. It is public, as is the OpenAPI document (X7). */
import { introspectionFromSchema } from 'graphql';
import { printedSchema, schema } from '../../../graphql/schema/schema.ts';
import type { Endpoint } from '../../../http/endpoint.ts';
import type { HttpResponse } from '../../../http/response/response.ts';
import type { OpenEndpoint } from '../open-endpoint.ts';
import { publicText } from './public-text.ts';

/** As text, and as the result of an introspection. */
export const SCHEMA = { text: '/schema.graphql', json: '/schema.json' } as const;

export function schemaEndpoints(open: OpenEndpoint): Endpoint[] {
  let text: HttpResponse | null = null;
  let json: HttpResponse | null = null;
  return [
    open(SCHEMA.text, () => {
      text ??= publicText(printedSchema(), 'text/plain');
      return text;
    }),
    open(SCHEMA.json, () => {
      json ??= publicText(JSON.stringify({ data: introspectionFromSchema(schema) }), 'application/json');
      return json;
    }),
  ];
}
