/** `keys`: API keys are created, listed, replaced and revoked. GraphQL does the same but for replacing, for keys with the scope `keys` (M10). */
import { Command, Option } from 'commander';
import type { ListedApiKey } from '../../data/keys/list-keys.ts';
import { formatScopes, SCOPE_USES, SCOPES, type Scope, shortScopes } from '../../data/keys/scopes.ts';
import { withDatabase } from '../open.ts';
import { formatTable } from '../table.ts';
import { nameOf, numbersOf, parseDuration, parseExpiry, parseScopes } from './key-options.ts';

const DEFAULT_SCOPES: readonly Scope[] = ['read', 'book'];

/** The state of an active key, by whether it is hashed under the current pepper. */
const PEPPER_STATES: Readonly<Record<string, string>> = {
  true: '',
  false: ', former pepper',
  null: ', pepper not known',
};

interface CreateOptions {
  name: string;
  client?: string;
  channel: string;
  destinations?: number[];
  hotels?: number[];
  scopes: Scope[];
  publishable?: true;
  test?: true;
  expires?: Date;
}

export function keysCommand(): Command {
  return new Command('keys')
    .description('create, list, replace and revoke API keys')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(rotateCommand())
    .addCommand(revokeCommand());
}

function createCommand(): Command {
  return new Command('create')
    .description('create a key and print it; it is not shown again')
    .requiredOption('--name <name>', 'what or who it is for', nameOf('--name'))
    .option(
      '--client <name>',
      'client whose key it is, made if there is none (default: its own name)',
      nameOf('--client'),
    )
    .option('--channel <code>', 'channel whose promotions its holder sees', 'public')
    .option(
      '--destinations <ids>',
      'destinations that it sees, for example 1,2 (default: all)',
      numbersOf('destinations'),
    )
    .option(
      '--hotels <ids>',
      'hotels in these destinations to which all scopes but read and book are bound (default: all)',
      numbersOf('hotels'),
    )
    .addOption(
      new Option('--scopes <scopes>', `what it may do: ${formatScopes(SCOPES)}, or several of them`)
        .argParser(parseScopes)
        .default(DEFAULT_SCOPES, 'read,book'),
    )
    .option('--publishable', 'may lie in browsers: only reads and books, requests count for each address alone')
    .option('--test', 'its bookings are tests')
    .option('--expires <date>', 'date (YYYY-MM-DD, UTC) from which it is refused (default: never)', parseExpiry)
    .addHelpText(
      'after',
      `
Channel and destinations must exist, so import a catalogue first. A running server knows the key at once. Bookings belong to
the client: all its keys see them. What a key that is bound to hotels does beside reading and booking is about these hotels only.

Scopes, each of which works alone:
${SCOPES.map((scope) => `  ${scope.padEnd(9)}  ${SCOPE_USES[scope]}`).join('\n')}

Examples:
  spa-stay-gateway keys create --name "Web shop"
  spa-stay-gateway keys create --name "Web shop, pages" --client "Web shop" --publishable
  spa-stay-gateway keys create --name "Web shop, trial" --client "Web shop" --test
  spa-stay-gateway keys create --name "Tour operator" --channel partner --destinations 1,2 --scopes read --expires 2030-01-01
  spa-stay-gateway keys create --name "Hotel system" --scopes read,manage
  spa-stay-gateway keys create --name "Anna, front desk" --client "Hotel Aurora" --hotels 1 --scopes read,book,operate,inventory`,
    )
    .action(
      async ({ name, client, channel, destinations, hotels, scopes, publishable, test, expires }: CreateOptions) => {
        const { key } = await withDatabase('keys create', async ({ config, database, clock }) => {
          const [{ createKey }, { loadApiKeyPepper }] = await Promise.all([
            import('../../data/keys/api-keys.ts'),
            import('../../server/settings/pepper.ts'),
          ]);
          return createKey({
            database,
            pepper: loadApiKeyPepper(config),
            name,
            ...(client === undefined ? {} : { clientName: client }),
            channelCode: channel,
            destinationNumbers: destinations ?? null,
            hotelNumbers: hotels ?? null,
            scopes,
            isPublishable: publishable ?? false,
            isTest: test ?? false,
            expiresAt: expires ?? null,
            clock,
          });
        });
        process.stdout.write(`${key}\n`);
      },
    );
}

function listCommand(): Command {
  return new Command('list')
    .description('list all keys, oldest first')
    .addHelpText(
      'after',
      `
LAST USED is an hour in UTC, known a minute after the use. A key is "active, former pepper" while it is hashed under the pepper
before the present one, and "active, pepper not known" when it was made by version 0.1.0: either until it is used.

Example:
  spa-stay-gateway keys list`,
    )
    .action(async () => {
      const { keys, now } = await withDatabase('keys list', async ({ database, clock }) => {
        const { listKeys } = await import('../../data/keys/list-keys.ts');
        return { keys: await listKeys(database), now: clock.now() };
      });
      process.stdout.write(formatTable([Object.keys(COLUMNS), ...keys.map((key) => formatKeyRow(key, now))]));
    });
}

const COLUMNS: Readonly<Record<string, (key: ListedApiKey, now: number) => string>> = {
  PREFIX: (key) => key.prefix,
  NAME: (key) => key.name,
  CLIENT: (key) => key.clientName,
  KIND: ({ isPublishable, isTest }) =>
    [...(isPublishable ? ['publishable'] : []), ...(isTest ? ['test'] : [])].join(',') || 'live',
  CHANNEL: (key) => key.channelCode,
  DESTINATIONS: ({ destinationNumbers }) =>
    destinationNumbers === null ? 'all' : destinationNumbers.join(',') || 'none',
  HOTELS: ({ boundTo }) => boundTo?.join(',') ?? 'all',
  SCOPES: (key) => shortScopes(key.scopes).join(','),
  CREATED: ({ createdAt }) => createdAt.toISOString().slice(0, 10),
  'LAST USED': ({ lastUsedAt }) => (lastUsedAt ? formatMinute(lastUsedAt) : 'never'),
  EXPIRES: ({ expiresAt }) => (expiresAt ? formatMinute(expiresAt).replace(' 00:00', '') : 'never'),
  STATE: (key, now) => {
    const isExpired = key.expiresAt !== null && key.expiresAt.getTime() <= now;
    return key.revokedAt ? 'revoked' : isExpired ? 'expired' : `active${PEPPER_STATES[String(key.hasCurrentPepper)]}`;
  },
};

function formatKeyRow(key: ListedApiKey, now: number): string[] {
  return Object.values(COLUMNS).map((cellOf) => cellOf(key, now));
}

/** As `2026-11-22 17:05`, UTC. */
function formatMinute(instant: Date): string {
  return instant.toISOString().slice(0, 16).replace('T', ' ');
}

function rotateCommand(): Command {
  return new Command('rotate')
    .description('print a new key in place of one, which expires after the overlap')
    .argument('<prefix>', 'prefix of the key, long enough to be unique')
    .addOption(
      new Option(
        '--overlap <duration>',
        'how long both are accepted, for example 30m, 24h or 7d; 0: the old one ends now',
      )
        .argParser(parseDuration)
        .default(parseDuration('24h'), '24h'),
    )
    .addHelpText(
      'after',
      `
The new key has the client, name, channel, destinations, hotels, scopes and kind of the old one, and expires when that one would have.
Both see the same bookings, and a repeated booking with an Idempotency-Key gets the same answer with either.

Example:
  spa-stay-gateway keys rotate ssg_4fK2mQ9x --overlap 7d`,
    )
    .action(async (prefix: string, { overlap }: { overlap: number }) => {
      const { key, old } = await withDatabase('keys rotate', async ({ config, database, clock }) => {
        const [{ rotateKey }, { loadApiKeyPepper }] = await Promise.all([
          import('../../data/keys/rotate-key.ts'),
          import('../../server/settings/pepper.ts'),
        ]);
        return rotateKey({
          database,
          pepper: loadApiKeyPepper(config),
          prefix,
          overlapMs: overlap,
          clock,
        });
      });
      process.stdout.write(`${key}\n`);
      const end = overlap === 0 ? 'has expired' : `expires at ${old.expiresAt.toISOString()}`;
      process.stderr.write(`${old.prefix} (${old.name}) ${end}\n`);
    });
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
      const revoked = await withDatabase('keys revoke', async ({ database, clock }) => {
        const { revokeKey } = await import('../../data/keys/api-keys.ts');
        return revokeKey({ database, prefix, clock });
      });
      const { name, wasRevoked } = revoked;
      process.stderr.write(`${revoked.prefix} (${name}) ${wasRevoked ? 'was already revoked' : 'is revoked'}\n`);
    });
}
