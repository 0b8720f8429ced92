/** Components of the OpenAPI document other than schemas. */
import type { JsonObject } from './json-schema.ts';

export const COMPONENTS = {
  parameters: {} as Record<string, JsonObject>,
  headers: {} as Record<string, JsonObject>,
  responses: {} as Record<string, JsonObject>,
};

export function component(section: keyof typeof COMPONENTS, name: string, content: JsonObject): JsonObject {
  COMPONENTS[section][name] = content;
  return { $ref: `#/components/${section}/${name}` };
}
