/**
 * The differences between two OpenAPI 3.1 documents, classified by their effect on callers of the older one. Examples
 * and texts for people do not count.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Change, Level } from './change.ts';
import { changeAt, type Direction, followed, type Json, schemaChanges } from './json-schema-changes.ts';

type Named = Readonly<Record<string, Json>>;
/** An operation, and where to report its changes. */
interface Side {
  readonly document: Json;
  readonly value: Json;
}

/** Before the name of a webhook, in place of a path. */
const WEBHOOK = 'webhook ';
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** The changes from one document to another, by operation and by webhook. */
export function openApiChanges(before: Json, after: Json): Change[] {
  const whole = (level: Level, what: string) => changeAt({ where: 'REST', part: '' }, level, what);
  const [was, is] = [operationsOf(before), operationsOf(after)];
  const changes = [
    ...addressesOf(before)
      .filter((url) => !addressesOf(after).includes(url))
      .map((url) => whole('breaking', `is no longer at ${url}`)),
    ...namesOf(was, is).flatMap((name): Change[] => {
      const [old, now] = [was.get(name), is.get(name)];
      if (!now) return [{ level: 'breaking', where: name, what: 'is gone' }];
      if (!old) return [{ level: 'safe', where: name, what: 'is new' }];
      return operationChanges(name, { document: before, value: old }, { document: after, value: now });
    }),
  ];
  const seen = new Set<string>();
  return changes.filter((change) => !seen.has(JSON.stringify(change)) && seen.add(JSON.stringify(change)));
}

function operationsOf({ paths, webhooks }: Json): Map<string, Json> {
  const operations = new Map<string, Json>();
  const named = Object.entries((webhooks ?? {}) as Record<string, Named>);
  for (const [path, item] of [
    ...Object.entries((paths ?? {}) as Record<string, Named>),
    ...named.map(([name, item]) => [`${WEBHOOK}${name}`, item] as const),
  ]) {
    for (const method of METHODS) {
      if (item[method]) operations.set(`${method.toUpperCase()} ${path}`, item[method]);
    }
  }
  return operations;
}

/** A webhook is sent to the callers, so for them its headers and its body are what an answer is. */
const directionOf = (where: string): Direction => (where.includes(WEBHOOK) ? 'response' : 'request');

function addressesOf({ servers }: Json): string[] {
  return ((servers ?? []) as { url: string }[]).map(({ url }) => url);
}

function namesOf(...maps: ReadonlyMap<string, unknown>[]): string[] {
  return [...new Set(maps.flatMap((map) => [...map.keys()]))];
}

function operationChanges(where: string, was: Side, is: Side): Change[] {
  const at = (level: Level, what: string) => changeAt({ where, part: '' }, level, what);
  const changes: Change[] = [];
  if (was.value.operationId !== is.value.operationId) {
    changes.push(at('breaking', `has the operationId ${is.value.operationId} now`));
  }
  if (Boolean(was.value.deprecated) !== Boolean(is.value.deprecated)) {
    changes.push(at('safe', is.value.deprecated ? 'is deprecated' : 'is no longer deprecated'));
  }
  if (was.value.servers || is.value.servers) {
    const [old, now] = [was, is].map(({ document, value }) => addressesOf(value.servers ? value : document));
    for (const url of old!.filter((one) => !now!.includes(one))) {
      changes.push(at('breaking', `is no longer at ${url}`));
    }
  }
  const [waysIn, waysInNow] = [waysInOf(was), waysInOf(is)];
  if (waysIn.some((way) => !waysInNow.some((now) => isDeepStrictEqual(way, now)))) {
    changes.push(at('breaking', 'takes the key in another way'));
  }
  return [
    ...changes,
    ...parameterChanges(where, was, is),
    ...requestBodyChanges(where, was, is),
    ...responseChanges(where, was, is),
  ];
}

/** Every way of sending a key, with the schemes resolved. */
function waysInOf({ document, value }: Side): unknown[] {
  const schemes = ((document.components as Json | undefined)?.securitySchemes ?? {}) as Named;
  const ways = (value.security ?? document.security ?? []) as Record<string, unknown>[];
  return ways.map((way) =>
    Object.keys(way).map((name) => {
      const { description: _, ...scheme } = schemes[name] ?? {};
      return scheme;
    }),
  );
}

function parametersOf({ document, value }: Side): Map<string, Json> {
  const parameters = ((value.parameters ?? []) as Json[]).map((one) => followed(one, document));
  return new Map(
    parameters.map((one) => {
      const name = one.in === 'header' ? String(one.name).toLowerCase() : String(one.name);
      return [`${one.in} parameter ${name}`, one];
    }),
  );
}

function parameterChanges(where: string, was: Side, is: Side): Change[] {
  const [old, now] = [parametersOf(was), parametersOf(is)];
  const direction = directionOf(where);
  const [asked, lifted] = levelsOf(direction);
  return namesOf(old, now).flatMap((part) => {
    const at = (level: Level, what: string) => changeAt({ where, part }, level, what);
    const [one, other] = [old.get(part), now.get(part)];
    if (!other) return [at('breaking', 'is gone')];
    if (!one) return [other.required ? at(asked, 'is new and required') : at('safe', 'is new')];
    const changes: Change[] = [];
    if (!one.required && other.required) changes.push(at(asked, 'is required now'));
    if (one.required && !other.required) changes.push(at(lifted, 'may be left out now'));
    if (Boolean(one.deprecated) !== Boolean(other.deprecated)) {
      changes.push(at('safe', other.deprecated ? 'is deprecated' : 'is no longer deprecated'));
    }
    for (const way of ['style', 'explode', 'allowReserved']) {
      if (one[way] !== other[way]) changes.push(at('breaking', `is written in another way (${way})`));
    }
    return [...changes, ...contentChanges(where, part, direction, { ...was, value: one }, { ...is, value: other })];
  });
}

/** The levels of what is required now, and of what no longer is. */
const levelsOf = (direction: Direction): [asked: Level, lifted: Level] =>
  direction === 'request' ? ['breaking', 'safe'] : ['safe', 'breaking'];

function requestBodyChanges(where: string, was: Side, is: Side): Change[] {
  const part = 'body';
  const at = (level: Level, what: string) => changeAt({ where, part }, level, what);
  const [one, other] = [bodyOf(was), bodyOf(is)];
  const direction = directionOf(where);
  const [asked, lifted] = levelsOf(direction);
  if (!one && !other) return [];
  if (!other) return [at('breaking', 'is gone')];
  if (!one) return [other.required ? at(asked, 'is new and required') : at('safe', 'is new')];
  return [
    ...(!one.required && other.required ? [at(asked, 'is required now')] : []),
    ...(one.required && !other.required ? [at(lifted, 'may be left out now')] : []),
    ...contentChanges(where, part, direction, { ...was, value: one }, { ...is, value: other }),
  ];
}

function bodyOf({ value, document }: Side): Json | null {
  return value.requestBody === undefined ? null : followed(value.requestBody, document);
}

function responseChanges(where: string, was: Side, is: Side): Change[] {
  const [old, now] = [was, is].map(({ value }) => new Map(Object.entries((value.responses ?? {}) as Named)));
  return namesOf(old!, now!).flatMap((status) => {
    const part = `answer ${status}`;
    const [one, other] = [old!.get(status), now!.get(status)];
    if (!other) return [changeAt({ where, part }, 'breaking', 'is gone')];
    if (!one) return [changeAt({ where, part }, 'dangerous', 'is new')];
    const [from, to] = [followed(one, was.document), followed(other, is.document)];
    return [
      ...headerChanges(where, part, { ...was, value: from }, { ...is, value: to }),
      ...contentChanges(where, part, 'response', { ...was, value: from }, { ...is, value: to }),
    ];
  });
}

function headerChanges(where: string, part: string, was: Side, is: Side): Change[] {
  const [old, now] = [was, is].map(({ value, document }) => {
    const headers = Object.entries((value.headers ?? {}) as Named);
    return new Map(headers.map(([name, header]) => [name.toLowerCase(), followed(header, document)]));
  });
  return namesOf(old!, now!).flatMap((name) => {
    const inner = `${part} header ${name}`;
    const at = (level: Level, what: string) => changeAt({ where, part: inner }, level, what);
    const [one, other] = [old!.get(name), now!.get(name)];
    if (!other) return [at('breaking', 'is gone')];
    if (!one) return [at('safe', 'is new')];
    return [
      ...(one.required && !other.required ? [at('breaking', 'may be missing now')] : []),
      ...(!one.required && other.required ? [at('safe', 'is always there now')] : []),
      ...contentChanges(where, inner, 'response', { ...was, value: one }, { ...is, value: other }),
    ];
  });
}

/** A part's schema, and its schemas by media type. */
function contentChanges(where: string, part: string, direction: Direction, was: Side, is: Side): Change[] {
  const [old, now] = [was, is].map(({ value }) => new Map(Object.entries((value.content ?? {}) as Named)));
  const compared = (one: Json, other: Json) =>
    schemaChanges(one.schema ?? {}, other.schema ?? {}, {
      ...{ before: was.document, after: is.document, direction, where, part, path: '' },
    });
  return [
    ...compared(was.value, is.value),
    ...namesOf(old!, now!).flatMap((type) => {
      const [one, other] = [old!.get(type), now!.get(type)];
      if (one && other) return compared(one, other);
      return [
        changeAt({ where, part }, one ? 'breaking' : 'safe', one ? `is no longer ${type}` : `may be ${type} now`),
      ];
    }),
  ];
}
