/** `keys`: API keys are created, listed and revoked here and nowhere else. */
import { Command, InvalidArgumentError, Option } from 'commander';
import type { ListedApiKey } from '../data/keys/api-keys.ts';
import { parseDay } from '../domain/time/civil-date.ts';
import { systemClock } from '../domain/time/clock.ts';
import { CommandError } from './error-line.ts';
import { withDatabase } from './open.ts';
import { formatTable } from './table.ts';

const SCOPES = ['read', 'book', 'bookings', 'operate', 'manage'] as const;
type Scope = (typeof SCOPES)[number];
const DEFAULT_SCOPES: readonly Scope[] = ['read', 'book'];
const MS_PER_DAY = 86_400_000;
/** A name is a cell in the table of `keys list`, so it has no control characters. */
const PRINTABLE_NAME = /^\P{Cc}{0,100}$/u;

/** The state of an active key, by whether it is hashed under the current pepper. */
const PEPPER_STATES: Readonly<Record<string, string>> = {
  true: '',
  false: ', former pepper',
  null: ', pepper not known',
};

interface CreateOptions {
  name: string;
  channel: string;
  destinations?: number[];
  scopes: Scope[];
  expires?: Date;
}

export function keysCommand(): Command {
  return new Command('keys')
    .description('create, list and revoke API keys')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(revokeCommand());
}

function createCommand(): Command {
  return new Command('create')
    .description('create a key and print it; it is not shown again')
    .requiredOption('--name <name>', 'what or who it is for')
    .option('--channel <code>', 'channel whose promotions its holder sees', 'public')
    .option('--destinations <ids>', 'destinations that it sees, for example 1,2 (default: all)', parseDestinations)
    .addOption(
      new Option('--scopes <scopes>', 'what it may do, of read, book, bookings, operate and manage')
        .argParser(parseScopes)
        .default(DEFAULT_SCOPES, 'read,book'),
    )
    .option('--expires <date>', 'date (YYYY-MM-DD, UTC) from which it is refused (default: never)', parseExpiry)
    .addHelpText(
      'after',
      `
Channel and destinations must exist, so import a catalogue first. A running server knows the key at once. With \`read\` a key sees
the catalogue, with \`book\` it makes bookings, with \`manage\` it changes prices and capacity,
and imports and exports the catalogue.

Examples:
  spa-stay-gateway keys create --name "Web shop"
  spa-stay-gateway keys create --name "Tour operator" --channel partner --destinations 1,2 --scopes read --expires 2030-01-01
  spa-stay-gateway keys create --name "Hotel system" --scopes read,manage`,
    )
    .action(async ({ name, channel, destinations, scopes, expires }: CreateOptions) => {
      if (!PRINTABLE_NAME.test(name))
        throw new CommandError('the --name of a key is one line of at most 100 characters');
      const { key } = await withDatabase('keys create', async ({ config, database }) => {
        const [{ createKey }, { loadApiKeyPepper }] = await Promise.all([
          import('../data/keys/api-keys.ts'),
          import('../server/settings/pepper.ts'),
        ]);
        return createKey({
          database,
          pepper: loadApiKeyPepper(config),
          name,
          channelCode: channel,
          destinationNumbers: destinations ?? null,
          scopes,
          expiresAt: expires ?? null,
          clock: systemClock,
        });
      });
      process.stdout.write(`${key}\n`);
    });
}

function listCommand(): Command {
  return new Command('list')
    .description('list all keys, oldest first')
    .addHelpText(
      'after',
      `
A key is "active, former pepper" while it is hashed under the pepper before the present one, and "active, pepper not known"
when it was made by version 0.1.0: either until it is used.

Example:
  spa-stay-gateway keys list`,
    )
    .action(async () => {
      const keys = await withDatabase('keys list', async ({ database }) => {
        const { listKeys } = await import('../data/keys/api-keys.ts');
        return listKeys(database);
      });
      const header = ['PREFIX', 'NAME', 'CHANNEL', 'DESTINATIONS', 'SCOPES', 'CREATED', 'EXPIRES', 'STATE'];
      process.stdout.write(formatTable([header, ...keys.map(formatKeyRow)]));
    });
}

function formatKeyRow(key: ListedApiKey): string[] {
  const isExpired = key.expiresAt !== null && key.expiresAt.getTime() <= systemClock.now();
  return [
    key.prefix,
    key.name,
    key.channelCode,
    key.destinationNumbers === null ? 'all' : key.destinationNumbers.join(',') || 'none',
    key.scopes.join(','),
    key.createdAt.toISOString().slice(0, 10),
    key.expiresAt?.toISOString().slice(0, 10) ?? 'never',
    key.revokedAt ? 'revoked' : isExpired ? 'expired' : `active${PEPPER_STATES[String(key.hasCurrentPepper)]}`,
  ];
}

function revokeCommand(): Command {
  return new Command('revoke')
    .description('revoke a key for good')
    .argument('<prefix>', 'prefix of the key, long enough to be unique')
    .addHelpText(
      'after',
      `
Every running server refuses the key from the next request on.

Example:
  spa-stay-gateway keys revoke ssg_4fK2mQ9x`,
    )
    .action(async (prefix: string) => {
      const revoked = await withDatabase('keys revoke', async ({ database }) => {
        const { revokeKey } = await import('../data/keys/api-keys.ts');
        return revokeKey({ database, prefix, clock: systemClock });
      });
      const { name, wasRevoked } = revoked;
      process.stderr.write(`${revoked.prefix} (${name}) ${wasRevoked ? 'was already revoked' : 'is revoked'}\n`);
    });
}

function parseDestinations(text: string): number[] {
  const parts = text.split(',').map((part) => part.trim());
  if (!parts.every((part) => /^[1-9]\d{0,8}$/.test(part))) {
    throw new InvalidArgumentError('It must be ids of destinations separated by commas, for example 1,2.');
  }
  return parts.map(Number);
}

function parseScopes(text: string): Scope[] {
  const parts = text.split(',').map((part) => part.trim());
  const scopes = SCOPES.filter((scope) => parts.includes(scope));
  if (scopes.length === 0 || !parts.every((part) => SCOPES.some((scope) => scope === part))) {
    throw new InvalidArgumentError(
      'It must be read, book, bookings, operate or manage, or several of them like read,book.',
    );
  }
  return scopes;
}

function parseExpiry(text: string): Date {
  const day = parseDay(text);
  if (day === null) throw new InvalidArgumentError('It must be a date like 2030-12-31.');
  return new Date(day * MS_PER_DAY);
}
