/**
 * The words in which the reference describes bodies: JSON Schema 2020-12 as plain objects, strict ones, so that a body with a
 * field too many or too few does not fit. What is used in several places has a name and is written down once.
 */
/** A part of the document that stands under a name of its own, and is referred to from wherever it is used. */
export class Component {
    /** Of `components` in the document. */
    section;
    name;
    content;
    constructor(section, name, content) {
        this.section = section;
        this.name = name;
        this.content = content;
    }
    /** The address within the document. */
    get address() {
        return `#/components/${this.section}/${this.name}`;
    }
}
/** A schema with a name. */
export function named(name, schema) {
    return new Component('schemas', name, schema);
}
/** A use of a component; the description, if any, says what it is here. */
export function use(component, description) {
    return { $ref: component, ...(description === undefined ? {} : { description }) };
}
/** An object with these fields and no others; all of them are always there but for `optional` ones. */
export function object(description, fields, { optional = [] } = {}) {
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
export function list(description, items) {
    return { type: 'array', description, items };
}
/** The same or null. */
export function nullable(schema) {
    const { $ref, description, ...others } = schema;
    const told = description === undefined ? {} : { description };
    if ($ref !== undefined)
        return { anyOf: [{ $ref }, { type: 'null' }], ...told };
    const { type, enum: values } = others;
    if (typeof type !== 'string')
        return { anyOf: [others, { type: 'null' }], ...told };
    return { ...others, type: [type, 'null'], ...(Array.isArray(values) ? { enum: [...values, null] } : {}), ...told };
}
/** A text. */
export function text(description, more = {}) {
    return { type: 'string', description, ...more };
}
/** True or false. */
export function flag(description) {
    return { type: 'boolean', description };
}
/** A whole number. */
export function whole(description, more = {}) {
    return { type: 'integer', description, ...more };
}
/** A number. */
export function decimal(description, more = {}) {
    return { type: 'number', description, ...more };
}
/** One of some texts. */
export function oneOf(description, values) {
    return { type: 'string', description, enum: [...values] };
}
//# sourceMappingURL=json-schema.js.map