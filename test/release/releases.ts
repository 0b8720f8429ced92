/**
 * The last release, and what a change since then has to bring with it: a breaking one a version raised far enough, and every one
 * that a caller may notice a line in `docs/changelog.md` which names it. The releases are `docs/releases/<version>`: the schema, and
 * the OpenAPI document without examples.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
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
const RELEASES = new URL('docs/releases/', ROOT);

/** Operations of which not even a safe change goes without saying. */
const FROZEN = /^[A-Z]+ \/v1\//;

/** What the working tree says. */
export function presentState(): Release {
  const { version } = JSON.parse(readText('package.json')) as { version: string };
  // The day moves nothing but examples.
  const document = JSON.parse(JSON.stringify(buildOpenApiDocument(parseDay('2026-11-21')!)));
  return { version, schema: readText('schema.graphql'), document: withoutExamples(document) as Json };
}

/** The release with the highest version; null: there is none yet. */
export function lastRelease(): Release | null {
  const versions = readdirSync(RELEASES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const version = versions
    .map(({ name }) => name)
    .sort(inOrder)
    .at(-1);
  if (version === undefined) return null;
  const schema = readText(`docs/releases/${version}/schema.graphql`);
  return { version, schema, document: JSON.parse(readText(`docs/releases/${version}/openapi.json`)) };
}

/** Writes a release down; gives its folder. */
export function keepRelease({ version, schema, document }: Release): string {
  const folder = new URL(`${version}/`, RELEASES);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL('schema.graphql', folder), schema);
  writeFileSync(new URL('openapi.json', folder), `${JSON.stringify(document, null, 2)}\n`);
  return fileURLToPath(folder);
}

export function readChangelog(): string {
  return readText('docs/changelog.md');
}

/** Everything that changed from one release to another. */
export async function changesBetween(before: Release, after: Release): Promise<Change[]> {
  return [...(await graphqlChanges(before.schema, after.schema)), ...openApiChanges(before.document, after.document)];
}

/** Why changes since the last release may not stay as they are; empty: they may. */
export function objectionsTo({
  changes,
  last,
  version,
  changelog,
}: {
  changes: readonly Change[];
  /** The version of the last release. */
  last: string;
  /** The version of the working tree. */
  version: string;
  changelog: string;
}): string[] {
  const objections: string[] = [];
  if (inOrder(version, last) < 0) objections.push(`package.json has version ${version}, older than release ${last}`);
  const news = textSince(changelog, last);
  if (news === null) return [...objections, `docs/changelog.md has no section "## [${last}]"`];
  const isBroken = changes.some(({ level }) => level === 'breaking');
  if (isBroken && inOrder(version, nextBreaking(last)) < 0) {
    const needed = nextBreaking(last);
    objections.push(`package.json has version ${version}; with breaking changes since ${last} it has to be ${needed}`);
  }
  for (const change of changes) {
    if (news.includes(`\`${change.where}\``)) continue;
    if (change.level !== 'safe') {
      objections.push(`docs/changelog.md does not name a ${change.level} change: ${lineOf(change)}`);
    } else if (FROZEN.test(change.where)) {
      objections.push(`REST v1 is frozen, and docs/changelog.md does not say why it changed: ${lineOf(change)}`);
    }
  }
  return objections;
}

/** Whether the changelog has a section of a version with its date. */
export function isDated(changelog: string, version: string): boolean {
  return changelog.split('\n').some((line) => line.startsWith(`## [${version}] - `) && /\d{4}-\d\d-\d\d$/.test(line));
}

/** What stands above the section of a version; null: it has none. */
function textSince(changelog: string, version: string): string | null {
  const start = `\n${changelog}`.indexOf(`\n## [${version}]`);
  return start < 0 ? null : changelog.slice(0, start);
}

/** The next version that may break: before 1.0 the next minor one, from then on the next major one. */
function nextBreaking(version: string): string {
  const [major, minor] = numbersOf(version);
  return major === 0 ? `0.${minor! + 1}.0` : `${major! + 1}.0.0`;
}

/** Compares versions: negative when the first is the older one. */
function inOrder(one: string, other: string): number {
  const [a, b] = [numbersOf(one), numbersOf(other)];
  const index = a.findIndex((number, position) => number !== b[position]);
  return index < 0 ? 0 : a[index]! - b[index]!;
}

function numbersOf(version: string): number[] {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`not a version: ${version}`);
  return version.split('.').map(Number);
}

function readText(path: string): string {
  return readFileSync(new URL(path, ROOT), 'utf8');
}

/** The same without examples, wherever they stand; a field may be called like that. */
function withoutExamples(value: unknown, namesAreOurs = false): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutExamples(item));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => namesAreOurs || (name !== 'example' && name !== 'examples'));
  return Object.fromEntries(
    kept.map(([name, inner]) => [name, withoutExamples(inner, name === 'properties' && !namesAreOurs)]),
  );
}
