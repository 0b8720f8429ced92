/**
 * The words in which the reference describes bodies: JSON Schema 2020-12 as plain objects, strict ones, so that a body with a
 * field too many or too few does not fit. What is used in several places has a name and is written down once.
 */

/** JSON Schema, or another object of an OpenAPI document; `$ref` holds the component itself. */
export interface Schema {
  readonly [keyword: string]: unknown;
}

/** A part of the document that stands under a name of its own, and is referred to from wherever it is used. */
export class Component {
  /** Of `components` in the document. */
  readonly section: 'schemas' | 'headers' | 'responses' | 'parameters';
  readonly name: string;
  readonly content: Schema;

  constructor(section: Component['section'], name: string, content: Schema) {
    this.section = section;
    this.name = name;
    this.content = content;
  }

  /** The address within the document. */
  get address(): string {
    return `#/components/${this.section}/${this.name}`;
  }
}

/** A schema with a name. */
export function named(name: string, schema: Schema): Component {
  return new Component('schemas', name, schema);
}

/** A use of a component; the description, if any, says what it is here. */
export function use(component: Component, description?: string): Schema {
  return { $ref: component, ...(description === undefined ? {} : { description }) };
}

/** An object with these fields and no others; all of them are always there but for `optional` ones. */
export function object(
  description: string,
  fields: Readonly<Record<string, Schema>>,
  { optional = [] }: { readonly optional?: readonly string[] } = {},
): Schema {
  const required = Object.keys(fields).filter((name) => !optional.includes(name));
  return {
    type: 'object',
    description,
    properties: fields,
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

/** A list of any length. */
export function list(description: string, items: Schema): Schema {
  return { type: 'array', description, items };
}

/** The same or null. */
export function nullable(schema: Schema): Schema {
  const { $ref, description, ...others } = schema;
  const told = description === undefined ? {} : { description };
  if ($ref !== undefined) return { anyOf: [{ $ref }, { type: 'null' }], ...told };
  const { type, enum: values } = others;
  if (Array.isArray(type) && type.includes('null')) return schema;
  if (typeof type !== 'string') return { anyOf: [others, { type: 'null' }], ...told };
  return { ...others, type: [type, 'null'], ...(Array.isArray(values) ? { enum: [...values, null] } : {}), ...told };
}

/** A text. */
export function text(description: string, more: Schema = {}): Schema {
  return { type: 'string', description, ...more };
}

/** True or false. */
export function flag(description: string): Schema {
  return { type: 'boolean', description };
}

/** A whole number. */
export function whole(description: string, more: Schema = {}): Schema {
  return { type: 'integer', description, ...more };
}

/** A number. */
export function decimal(description: string, more: Schema = {}): Schema {
  return { type: 'number', description, ...more };
}

/** One of some texts. */
export function oneOf(description: string, values: readonly string[]): Schema {
  return { type: 'string', description, enum: [...values] };
}
