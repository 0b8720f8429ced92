/**
 * Validates one element of a file against its schema and reports every fault in it. Of a faulty element it keeps the
 * parts that are right, so that checks between elements still see them and all problems are known after one attempt.
 */
import { z } from 'zod';
import { shown } from './problems.js';
/** Validates `raw`, which stands at `place`; faults go to `problems`. */
export function validateEntry(schema, raw, { place, problems }) {
    const result = schema.safeParse(raw);
    if (result.success)
        return { ok: true, entry: result.data };
    // Slower, and only for faulty elements: with their inputs, issues can name the values.
    const { error } = schema.safeParse(raw, { reportInput: true });
    for (const issue of firstPerValue(error?.issues ?? []))
        reportIssue(issue, { place, problems });
    return { ok: false, remains: remainsOf(schema, raw) };
}
/** One issue per value: what is no date, say, need not be told that it lies beyond the calendar. */
function firstPerValue(issues) {
    const seen = new Set();
    return issues.filter((issue) => {
        // Every integer has narrower bounds of its own.
        if (issue.code === 'too_big' && issue.maximum === Number.MAX_SAFE_INTEGER)
            return false;
        if (issue.code === 'too_small' && issue.minimum === Number.MIN_SAFE_INTEGER)
            return false;
        const key = issue.code === 'unrecognized_keys' ? `${issue.path.join('\n')}\n` : issue.path.join('\n');
        return !seen.has(key) && seen.add(key);
    });
}
function reportIssue(issue, { place, problems }) {
    const at = [...place, ...issue.path];
    if (issue.code === 'unrecognized_keys') {
        for (const key of issue.keys)
            problems.add([...at, key], 'UNKNOWN_FIELD', `the format has no field ${shown(key)} here`);
        return;
    }
    const input = inputOf(issue);
    const [code, rule] = ruleOf(issue, input);
    problems.add(at, code, code === 'REQUIRED' ? rule : `${shown(input)} ${rule}`);
}
/** The value that is wrong; of a union the field that tells its kinds apart. */
function inputOf(issue) {
    const { input } = issue;
    if (issue.code !== 'invalid_union' || !('discriminator' in issue) || !issue.discriminator)
        return input;
    return input?.[issue.discriminator];
}
function ruleOf(issue, input) {
    switch (issue.code) {
        case 'invalid_type':
            return input === undefined
                ? ['REQUIRED', `is missing; ${kind(issue.expected)} is required`]
                : ['TYPE', `must be ${kind(issue.expected)}`];
        case 'invalid_value':
            return choice(input, issue.values);
        case 'invalid_union':
            return choice(input, ('options' in issue && issue.options) || []);
        case 'too_small':
            return [boundCode(issue.origin), `must be at least ${issue.minimum}${unit(issue.origin)}`];
        case 'too_big':
            return [boundCode(issue.origin), `must be at most ${issue.maximum}${unit(issue.origin)}`];
        default:
            return ['FORMAT', issue.message];
    }
}
function choice(input, values) {
    return input === undefined
        ? ['REQUIRED', `is missing; must be ${oneOf(values)}`]
        : ['VALUE', `must be ${oneOf(values)}`];
}
function kind(expected) {
    const names = { int: 'an integer', object: 'an object', array: 'a list', null: 'null' };
    return names[expected] ?? `a ${expected}`;
}
function oneOf(values) {
    return values.length === 1 ? shown(values[0]) : `one of ${values.map(shown).join(', ')}`;
}
function boundCode(origin) {
    return origin === 'string' || origin === 'array' ? 'LENGTH' : 'OUT_OF_RANGE';
}
function unit(origin) {
    if (origin === 'string')
        return ' characters long';
    return origin === 'array' ? ' elements long' : '';
}
/** The parts of `raw` that satisfy their part of `schema`; undefined when nothing of it does. */
function remainsOf(schema, raw) {
    const result = z.safeParse(schema, raw);
    if (result.success)
        return result.data;
    const inner = unwrapped(schema, raw);
    if (inner instanceof z.ZodArray && Array.isArray(raw))
        return raw.map((element) => remainsOf(inner.element, element));
    if (!(inner instanceof z.ZodObject) || typeof raw !== 'object' || raw === null)
        return undefined;
    const fields = Object.entries(inner.shape);
    return Object.fromEntries(fields.map(([key, field]) => [key, remainsOf(field, raw[key])]));
}
function unwrapped(schema, raw) {
    if (schema instanceof z.ZodDefault || schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
        return unwrapped(schema.unwrap(), raw);
    }
    if (!(schema instanceof z.ZodDiscriminatedUnion) || typeof raw !== 'object' || raw === null)
        return schema;
    const { discriminator } = schema.def;
    const chosen = schema.options.find((option) => option instanceof z.ZodObject && matches(option.shape[discriminator], raw, discriminator));
    return chosen ?? schema;
}
function matches(literal, raw, field) {
    return z.safeParse(literal, raw[field]).success;
}
//# sourceMappingURL=validate-entry.js.map