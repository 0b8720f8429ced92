/**
 * The last release, and what changes since then require: a breaking one a sufficient version, and every noticeable one
 * a line in `docs/changelog.md` that names it. Releases are in `docs/releases/<version>`: the schema, and the OpenAPI
 * document without examples.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildSchema, introspectionFromSchema } from 'graphql';
import { parseDay } from '../../src/domain/time/civil-date.ts';
import { buildOpenApiDocument } from '../../src/rest/openapi/openapi.ts';
import { type Change, lineOf } from './change.ts';
import { graphqlChanges } from './graphql-changes.ts';
import type { Json } from './json-schema-changes.ts';
import { openApiChanges } from './openapi-changes.ts';

/** Both interfaces as of a version (`major.minor.patch`). */
export interface Release {
  readonly version: string;
  /** GraphQL's schema definition language. */
  readonly schema: string;
  /** The OpenAPI document without examples. */
  readonly document: Json;
}

const ROOT = new URL('../../', import.meta.url);
const CLIENT = 'clients/typescript/package.json';

/** Operations in which even safe changes need a changelog line. */
const FROZEN = /^[A-Z]+ \/v1\//;

/** The state of the working tree. */
export function presentState(): Release {
  const { version } = readJson('package.json') as { version: string };
  // Only examples depend on the day.
  const document = JSON.parse(JSON.stringify(buildOpenApiDocument(parseDay('2026-11-21')!)));
  return { version, schema: readText('schema.graphql'), document: withoutExamples(document) as Json };
}

/** The release with the highest version; null: none yet. */
export function lastRelease(): Release | null {
  const version = foldersOf('docs/releases').sort(inOrder).at(-1);
  return version === undefined ? null : releaseOf(version);
}

/** The release with a version; null: there is none yet. */
export function releaseOf(version: string): Release | null {
  if (!foldersOf('docs/releases').includes(version)) return null;
  const schema = readText(`docs/releases/${version}/schema.graphql`);
  return { version, schema, document: readJson(`docs/releases/${version}/openapi.json`) };
}

/** The files that have to have the version of package.json and have another one, each with what it has; empty: none. */
export function otherVersions(version: string): string[] {
  const lock = readJson('package-lock.json') as { version: string; packages: { '': { version: string } } };
  const client = readJson(CLIENT) as { name: string; version: string };
  const needed = foldersOf('examples').flatMap((folder): [string, string][] => {
    const file = `examples/${folder}/package.json`;
    const { dependencies } = readJson(file) as { dependencies: Record<string, string> };
    const found = dependencies[client.name];
    return found === undefined ? [] : [[file, found]];
  });
  const stated: [file: string, version: string][] = [
    ['package-lock.json', lock.version],
    ['package-lock.json (packages)', lock.packages[''].version],
    [CLIENT, client.version],
    ...needed,
  ];
  return stated.filter(([, other]) => other !== version).map(([file, other]) => `${file} has version ${other}`);
}

/** Writes a release; returns its folder. */
export function keepRelease({ version, schema, document }: Release): string {
  const folder = new URL(`docs/releases/${version}/`, ROOT);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL('schema.graphql', folder), schema);
  const introspected = introspectionFromSchema(buildSchema(schema));
  writeFileSync(new URL('schema.json', folder), `${JSON.stringify({ data: introspected })}\n`);
  writeFileSync(new URL('openapi.json', folder), `${JSON.stringify(document, null, 2)}\n`);
  return fileURLToPath(folder);
}

export function readChangelog(): string {
  return readText('docs/changelog.md');
}

/** What the guide from 0.2.0 to 1.0.0 says of each change, in its rows. */
export function readGuide(): string {
  return readText('docs/migrating-to-1.0.md');
}

/** The changes that the guide has a row for: the names in the first columns of its tables. */
export function guidedChanges(guide: string): string[] {
  const cells = guide.split('\n').map((line) => /^\| (`[^|]+) \|/.exec(line)?.[1] ?? '');
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!));
}

/** All changes from one release to another. */
export async function changesBetween(before: Release, after: Release): Promise<Change[]> {
  return [...(await graphqlChanges(before.schema, after.schema)), ...openApiChanges(before.document, after.document)];
}

/** Why the changes since the last release are not acceptable; empty: they are. */
export function objectionsTo({
  changes,
  last,
  version,
  changelog,
  guide,
}: {
  changes: readonly Change[];
  /** The version of the last release. */
  last: string;
  /** The version of the working tree. */
  version: string;
  changelog: string;
  /** The guide to 1.0, which announces changes beside the changelog; of no account after 1.0.0. */
  guide: string;
}): string[] {
  const objections: string[] = [];
  if (inOrder(version, last) < 0) objections.push(`package.json has version ${version}, older than release ${last}`);
  const news = textSince(changelog, last);
  if (news === null) return [...objections, `docs/changelog.md has no section "## [${last}]"`];
  const announced = inOrder(last, '1.0.0') < 0 ? `${news}\n${guide}` : news;
  const isBroken = changes.some(({ level }) => level === 'breaking');
  if (isBroken && inOrder(version, nextBreaking(last)) < 0) {
    const needed = nextBreaking(last);
    objections.push(`package.json has version ${version}; with breaking changes since ${last} it has to be ${needed}`);
  }
  for (const change of changes) {
    if (announced.includes(`\`${change.where}\``)) continue;
    if (change.level !== 'safe') {
      objections.push(`docs/changelog.md does not name a ${change.level} change: ${lineOf(change)}`);
    } else if (FROZEN.test(change.where)) {
      objections.push(`REST v1 is frozen, and docs/changelog.md does not say why it changed: ${lineOf(change)}`);
    }
  }
  return objections;
}

/** Whether a version is on the way to a release, and none itself. */
export function isBeta(version: string): boolean {
  return version.includes('-');
}

/** Whether the changelog has a section of a version with its date. */
export function isDated(changelog: string, version: string): boolean {
  return changelog.split('\n').some((line) => line.startsWith(`## [${version}] - `) && /\d{4}-\d\d-\d\d$/.test(line));
}

/** The text above the section of a version; null: no such section. */
function textSince(changelog: string, version: string): string | null {
  const start = `\n${changelog}`.indexOf(`\n## [${version}]`);
  return start < 0 ? null : changelog.slice(0, start);
}

/** The next version that may break callers: before 1.0 the next minor one, later the next major one. */
function nextBreaking(version: string): string {
  const [major, minor] = numbersOf(version);
  return major === 0 ? `0.${minor! + 1}.0` : `${major! + 1}.0.0`;
}

/** Negative if the first version is the older one. A beta counts as the version that it leads to. */
function inOrder(one: string, other: string): number {
  const [a, b] = [numbersOf(one), numbersOf(other)];
  const index = a.findIndex((number, position) => number !== b[position]);
  return index < 0 ? 0 : a[index]! - b[index]!;
}

function numbersOf(version: string): number[] {
  const [, release] = /^(\d+\.\d+\.\d+)(?:-beta\.\d+)?$/.exec(version) ?? [];
  if (release === undefined) throw new Error(`not a version: ${version}`);
  return release.split('.').map(Number);
}

function readText(path: string): string {
  return readFileSync(new URL(path, ROOT), 'utf8');
}

function readJson(path: string): Json {
  return JSON.parse(readText(path));
}

function foldersOf(path: string): string[] {
  const entries = readdirSync(new URL(path, ROOT), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** The value without examples at any depth, except for fields that are called `example`. */
function withoutExamples(value: unknown, namesAreOurs = false): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutExamples(item));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => namesAreOurs || (name !== 'example' && name !== 'examples'));
  return Object.fromEntries(
    kept.map(([name, inner]) => [name, withoutExamples(inner, name === 'properties' && !namesAreOurs)]),
  );
}
