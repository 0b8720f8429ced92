/** The commands `npm run changes` and `npm run release`. */
import { type Level, lineOf } from './change.ts';
import {
  changesBetween,
  isBeta,
  isDated,
  keepRelease,
  lastRelease,
  objectionsTo,
  otherVersions,
  presentState,
  readChangelog,
  readGuide,
} from './releases.ts';

const LEVELS: readonly Level[] = ['breaking', 'dangerous', 'safe'];

/** Lists the changes since the last release, for the changelog; returns the exit code. */
export async function listChanges(): Promise<number> {
  const last = lastRelease();
  if (!last) return say('there is no release yet', 0);
  const present = presentState();
  const changes = await changesBetween(last, present);
  say(`${changes.length} changes since ${last.version}`);
  for (const level of LEVELS) {
    const lines = changes.filter((change) => change.level === level).map((change) => `- ${lineOf(change)}`);
    if (lines.length > 0) say(`\n${level}:\n${lines.join('\n')}`);
  }
  const objections = objectionsTo({
    changes,
    last: last.version,
    version: present.version,
    changelog: readChangelog(),
    guide: readGuide(),
  });
  return objections.length === 0 ? 0 : say(`\nnot to be released like this:\n${bulleted(objections)}`, 1);
}

/** Stores a copy of both interfaces under the version of package.json; returns the exit code. */
export async function release(): Promise<number> {
  const present = presentState();
  const { version } = present;
  const last = lastRelease();
  const changelog = readChangelog();
  const objections = last
    ? objectionsTo({
        changes: await changesBetween(last, present),
        last: last.version,
        version,
        changelog,
        guide: readGuide(),
      })
    : [];
  if (isBeta(version)) objections.push(`${version} is not the version of a release; raise it in package.json`);
  if (last?.version === version) objections.push(`${version} has been released; raise the version in package.json`);
  objections.push(...otherVersions(version).map((other) => `${other}, and package.json ${version}`));
  if (!isDated(changelog, version)) objections.push(`docs/changelog.md has no section "## [${version}] - <date>"`);
  if (objections.length > 0) return say(`not released:\n${bulleted(objections)}`, 1);
  return say(`kept ${version} in ${keepRelease(present)}; docs/contributing.md says what comes next`, 0);
}

function bulleted(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}

function say(text: string, exitCode = 0): number {
  process.stdout.write(`${text}\n`);
  return exitCode;
}
