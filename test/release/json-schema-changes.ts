/**
 * The differences between two JSON Schemas of messages in one direction. A request schema must not get narrower. A
 * response schema must not get wider, except for new fields, which callers ignore. Whatever these rules do not cover
 * counts as breaking.
 */
import { isDeepStrictEqual } from 'node:util';
import { PORTABLE_PATTERNS } from '../../src/rest/openapi/portable-patterns.ts';
import type { Change, Level } from './change.ts';

export type Json = Readonly<Record<string, unknown>>;
export type Direction = 'request' | 'response';

/**
 * The place of a schema: the two documents that references resolve in, the direction, and for messages the operation,
 * its part (`answer 200`) and the path within.
 */
export interface Place {
  readonly before: Json;
  readonly after: Json;
  readonly direction: Direction;
  readonly where: string;
  readonly part: string;
  readonly path: string;
  /** Pairs of references under comparison, to stop at cycles. */
  readonly open?: readonly string[];
}

type Effect = 'narrowed' | 'widened' | 'other';

const HARMLESS: Readonly<Record<Direction, Effect>> = { request: 'widened', response: 'narrowed' };
const SMALLER_IS_NARROWER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];
const LARGER_IS_NARROWER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
/** Keywords for people, and keywords with their own rules. */
const NOT_COMPARED_AS_THEY_ARE = new Set(
  ['description', 'title', 'example', 'examples', '$comment', 'deprecated', 'default', 'type', 'enum', 'const'].concat(
    ...['properties', 'required', 'additionalProperties', 'items', 'allOf', 'anyOf', 'oneOf', '$ref', 'pattern'],
    SMALLER_IS_NARROWER,
    LARGER_IS_NARROWER,
  ),
);

/** The changes from one schema to another. */
export function schemaChanges(before: unknown, after: unknown, place: Place): Change[] {
  const pair = `${refOf(before)} ${refOf(after)}`;
  if (pair !== ' ') {
    if (place.open?.includes(pair)) return [];
    const open = [...(place.open ?? []), pair];
    return schemaChanges(followed(before, place.before), followed(after, place.after), { ...place, open });
  }
  const [was, is] = [alternativesOf(before as Json), alternativesOf(after as Json)];
  const noted = deprecation(before as Json, after as Json, place);
  if (was.length === 1 && is.length === 1) return [...noted, ...plainChanges(was[0]!, is[0]!, place)];
  return [...noted, ...alternativeChanges(was, is, place)];
}

/** A change at a place. */
export function changeAt(
  { where, part, path = '' }: { where: string; part: string; path?: string },
  level: Level,
  what: string,
): Change {
  return { level, where, what: [part, path, what].filter((text) => text !== '').join(' ') };
}

function effectAt(place: Place, effect: Effect, what: string): Change {
  return changeAt(place, effect === HARMLESS[place.direction] ? 'safe' : 'breaking', what);
}

/** The target of a JSON pointer into the document, with the siblings of the reference. */
export function followed(value: unknown, document: Json): Json {
  let found = value as Json;
  while (typeof found?.$ref === 'string') {
    const { $ref, ...beside } = found;
    const steps = String($ref).split('/').slice(1);
    const names = steps.map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'));
    const target = names.reduce<unknown>((inner, name) => (inner as Json | undefined)?.[name], document);
    if (target === undefined) throw new Error(`the document has no ${$ref}`);
    found = { ...(target as Json), ...beside };
  }
  return found;
}

function refOf(schema: unknown): string {
  return String((schema as Json | null)?.$ref ?? '');
}

/** The alternatives of a schema: anyOf, oneOf, and one for each of several types. */
function alternativesOf(schema: Json): Json[] {
  const { anyOf, oneOf, ...base } = schema;
  const members = (anyOf ?? oneOf) as Json[] | undefined;
  if (members) {
    const hasBase = Object.keys(base).some((name) => name !== 'description' && name !== 'deprecated');
    return hasBase ? members.map((member) => ({ allOf: [base, member] })) : [...members];
  }
  const { type, ...others } = base;
  return Array.isArray(type) ? type.map((one) => ({ ...others, type: one })) : [base];
}

/**
 * Every alternative of a request must remain, and every alternative of a response must have existed. Each is compared
 * with its best match on the other side.
 */
function alternativeChanges(was: readonly Json[], is: readonly Json[], place: Place): Change[] {
  const isRequest = place.direction === 'request';
  const [bound, free] = isRequest ? [was, is] : [is, was];
  const used = new Set<Json>();
  const changes = bound.flatMap((one) => {
    const fits = free.map((other) => {
      const found = isRequest ? schemaChanges(one, other, place) : schemaChanges(other, one, place);
      return { other, found, weight: found.filter(({ level }) => level !== 'safe').length };
    });
    const best = fits.reduce((least, fit) => (fit.weight < least.weight ? fit : least));
    used.add(best.other);
    if (best.weight === 0 || bound.length === free.length) return best.found;
    const kind = kindOf(one, isRequest ? place.before : place.after);
    return [changeAt(place, 'breaking', isRequest ? `may no longer be ${kind}` : `may be ${kind} now`)];
  });
  const more = free.filter((one) => !used.has(one)).map((one) => kindOf(one, isRequest ? place.after : place.before));
  return [...changes, ...more.map((k) => changeAt(place, 'safe', isRequest ? `may be ${k} now` : `is never ${k} now`))];
}

function kindOf(schema: Json, document: Json): string {
  const { type, const: value, properties } = followed(schema, document);
  if (value !== undefined) return JSON.stringify(value);
  return String(type ?? (properties ? 'object' : 'something else'));
}

function plainChanges(before: Json, after: Json, place: Place): Change[] {
  if (refOf(before) || refOf(after)) return schemaChanges(before, after, place);
  return [
    ...typeChanges(before, after, place),
    ...valueChanges(before, after, place),
    ...boundChanges(before, after, place),
    ...patternChanges(before, after, place),
    ...otherChanges(before, after, place),
    ...propertyChanges(before, after, place),
    ...innerChanges(before, after, place),
  ];
}

function typeChanges({ type: was }: Json, { type: is }: Json, place: Place): Change[] {
  if (was === is) return [];
  const what = `is of type ${is ?? 'any'} now, and was of ${was ?? 'any'}`;
  if (was === undefined || (was === 'number' && is === 'integer')) return [effectAt(place, 'narrowed', what)];
  if (is === undefined || (was === 'integer' && is === 'number')) return [effectAt(place, 'widened', what)];
  return [effectAt(place, 'other', what)];
}

function valueChanges(before: Json, after: Json, place: Place): Change[] {
  const [was, is] = [valuesOf(before), valuesOf(after)];
  if (was === null && is === null) return [];
  if (was === null) return [effectAt(place, 'narrowed', `may only be ${listed(is!)} now`)];
  if (is === null) return [effectAt(place, 'widened', `may be anything now, and not only ${listed(was)}`)];
  const gone = was.filter((value) => !is.includes(value));
  const more = is.filter((value) => !was.includes(value));
  return [
    ...(gone.length > 0 ? [effectAt(place, 'narrowed', `has no value ${listed(gone)} any more`)] : []),
    ...(more.length > 0 ? [effectAt(place, 'widened', `has the new value ${listed(more)}`)] : []),
  ];
}

function valuesOf({ enum: values, const: value }: Json): string[] | null {
  if (value !== undefined) return [JSON.stringify(value)];
  return Array.isArray(values) ? values.map((one) => JSON.stringify(one)) : null;
}

function listed(values: readonly string[]): string {
  return values.join(', ');
}

function boundChanges(before: Json, after: Json, place: Place): Change[] {
  return [...SMALLER_IS_NARROWER, ...LARGER_IS_NARROWER].flatMap((name) => {
    const none = SMALLER_IS_NARROWER.includes(name) ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
    const [was, is] = [Number(before[name] ?? none), Number(after[name] ?? none)];
    if (was === is) return [];
    const effect = is < was === SMALLER_IS_NARROWER.includes(name) ? 'narrowed' : 'widened';
    return [effectAt(place, effect, `has ${name} ${after[name] ?? 'none'} now, and had ${before[name] ?? 'none'}`)];
  });
}

/** The patterns of a text, its own and those of its conditions; a portable pattern stands for the one with a flag. */
function patternChanges(before: Json, after: Json, place: Place): Change[] {
  const [was, is] = [patternsOf(before), patternsOf(after)];
  const gone = was.filter((pattern) => !is.includes(pattern));
  const more = is.filter((pattern) => !was.includes(pattern));
  if (gone.length === 0 && more.length === 0) return [];
  const effect = more.length === 0 ? 'widened' : gone.length === 0 ? 'narrowed' : 'other';
  return [effectAt(place, effect, 'has another pattern now')];
}

function patternsOf({ pattern, allOf = [] }: Json): string[] {
  const all = [pattern, ...(allOf as Json[]).filter(isPattern).map((one) => one.pattern)];
  const given = all.filter((one): one is string => typeof one === 'string');
  return given.flatMap((one) => (PORTABLE_PATTERNS[one] === undefined ? one : (PORTABLE_PATTERNS[one] ?? [])));
}

function isPattern(condition: Json): boolean {
  return Object.keys(condition).join() === 'pattern';
}

/** Every other keyword is a constraint: its presence narrows. */
function otherChanges(before: Json, after: Json, place: Place): Change[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const asking = [...names].filter((name) => !NOT_COMPARED_AS_THEY_ARE.has(name));
  const changes = asking.flatMap((name) => {
    if (isDeepStrictEqual(before[name], after[name])) return [];
    const effect = before[name] === undefined ? 'narrowed' : after[name] === undefined ? 'widened' : 'other';
    return [effectAt(place, effect, `has another ${name} now`)];
  });
  if (place.direction === 'request' && !isDeepStrictEqual(before.default, after.default)) {
    const value = (one: unknown) => (one === undefined ? 'none' : JSON.stringify(one));
    const what = `has the default ${value(after.default)} now, and had ${value(before.default)}`;
    return [...changes, changeAt(place, 'dangerous', what)];
  }
  return changes;
}

function propertyChanges(before: Json, after: Json, place: Place): Change[] {
  const [was, is] = [before, after].map((schema) => ({
    properties: (schema.properties ?? {}) as Readonly<Record<string, Json>>,
    required: (schema.required ?? []) as readonly string[],
  })) as [Fields, Fields];
  const names = new Set([
    ...Object.keys(was.properties),
    ...Object.keys(is.properties),
    ...was.required,
    ...is.required,
  ]);
  return [...names].flatMap((name) => {
    const at = { ...place, path: place.path === '' ? name : `${place.path}.${name}` };
    const [old, now] = [was.properties[name], is.properties[name]];
    const [hadTo, hasTo] = [was.required.includes(name), is.required.includes(name)];
    if (old && !now) return [changeAt(at, 'breaking', 'is gone')];
    if (!old && now && !(hasTo && place.direction === 'request')) return [changeAt(at, 'safe', 'is new')];
    const inner = old && now ? schemaChanges(old, now, at) : [];
    if (hadTo === hasTo) return inner;
    return [effectAt(at, hasTo ? 'narrowed' : 'widened', hasTo ? 'is required now' : 'may be missing now'), ...inner];
  });
}

interface Fields {
  readonly properties: Readonly<Record<string, Json>>;
  readonly required: readonly string[];
}

/** The schemas of items, of additional fields, and those of allOf. */
function innerChanges(before: Json, after: Json, place: Place): Change[] {
  const changes: Change[] = [];
  if (before.items !== undefined || after.items !== undefined) {
    changes.push(...schemaChanges(before.items ?? {}, after.items ?? {}, { ...place, path: `${place.path}[]` }));
  }
  const [was, is] = [before.additionalProperties ?? true, after.additionalProperties ?? true];
  const at = { ...place, path: `${place.path === '' ? '' : `${place.path}.`}*` };
  if (typeof was === 'object' && typeof is === 'object') changes.push(...schemaChanges(was, is, at));
  else if (was !== is && !(was === false && place.direction === 'response')) {
    const effect = was === true || is === false ? 'narrowed' : 'widened';
    changes.push(effectAt(at, effect, 'is another now: fields without a name'));
  }
  const [all, allNow] = [before, after].map(({ allOf = [] }) => (allOf as Json[]).filter((one) => !isPattern(one))) as [
    Json[],
    Json[],
  ];
  const gone = all.filter((one) => !allNow.some((other) => isDeepStrictEqual(one, other)) || refOf(one) !== '');
  const more = allNow.filter((one) => !all.some((other) => isDeepStrictEqual(one, other)) || refOf(one) !== '');
  for (const [index, one] of gone.entries()) {
    if (index < more.length) changes.push(...schemaChanges(one, more[index], place));
    else changes.push(effectAt(place, 'widened', 'has one condition (allOf) less'));
  }
  for (const _ of more.slice(gone.length)) changes.push(effectAt(place, 'narrowed', 'has one condition (allOf) more'));
  return changes;
}

function deprecation(before: Json, after: Json, place: Place): Change[] {
  if (Boolean(before.deprecated) === Boolean(after.deprecated)) return [];
  return [changeAt(place, 'safe', after.deprecated ? 'is deprecated' : 'is no longer deprecated')];
}
