/** `webhooks`: where a client receives events (S16), by the operations of GraphQL, for all destinations. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { BOOKING_EVENT_TYPES, type BookingEventType } from '../domain/event/event-types.ts';
import type { Refusal } from '../domain/problem/refusal.ts';
import { wordRefusal } from '../wording/word-problem.ts';
import { CommandError, formatProblems } from './error-line.ts';
import { type OpenedDatabase, withDatabase } from './open.ts';
import { formatTable } from './table.ts';

const STATES = ['PENDING', 'DONE', 'FAILED'] as const;
const ROWS = 100;

interface Settings {
  url?: string;
  types?: BookingEventType[];
  tests?: boolean;
  description?: string;
  enabled?: boolean;
}

export function webhooksCommand(): Command {
  return new Command('webhooks')
    .description('list, make, change and remove webhooks; show and repeat their deliveries')
    .addCommand(listCommand())
    .addCommand(createCommand())
    .addCommand(updateCommand())
    .addCommand(rotateCommand())
    .addCommand(deleteCommand())
    .addCommand(deliveriesCommand())
    .addCommand(redeliverCommand());
}

/** A command about the webhooks of a client. */
function ofClient(name: string, description: string, example: string): Command {
  return new Command(name)
    .description(description)
    .requiredOption('--client <name>', 'client whose webhooks they are, as in `keys list`')
    .addHelpText('after', `\nExample:\n  spa-stay-gateway webhooks ${name} --client "Hotel system"${example}`);
}

function withSettings(command: Command): Command {
  return command
    .option(
      '--types <types>',
      `events that it receives: all (the default), or some of ${BOOKING_EVENT_TYPES.join(', ')}`,
      parseTypes,
    )
    .option('--tests', 'test bookings too')
    .option('--no-tests', 'no test bookings')
    .option('--description <text>', 'what it is for');
}

function listCommand(): Command {
  return ofClient('list', 'list the webhooks of a client, oldest first', '')
    .option('--json', 'one JSON object a line, for scripts')
    .action(async ({ client, json }: { client: string; json?: true }) => {
      const webhooks = await withWebhooks('webhooks list', client, (all) => all.list());
      if (json) process.stdout.write(webhooks.map((row) => `${JSON.stringify(row)}\n`).join(''));
      else {
        const rows = webhooks.map(({ id, url, types, isTest, includeTests, enabled, createdAt, ...subjects }) => [
          ...[id, url, types.join(',') || 'all', isTest ? 'only' : includeTests ? 'yes' : 'no', wordSubjects(subjects)],
          ...[enabled ? 'on' : 'off', createdAt.slice(0, 10)],
        ]);
        process.stdout.write(formatTable([['ID', 'URL', 'EVENTS', 'TESTS', 'FOR', 'STATE', 'CREATED'], ...rows]));
      }
    });
}

function wordSubjects({ destinations, hotels }: Pick<Listed, 'destinations' | 'hotels'>): string {
  if (hotels) return `hotels ${hotels.join(',')}`;
  return destinations ? `destinations ${destinations.join(',')}` : 'all';
}

function createCommand(): Command {
  const command = ofClient(
    'create',
    'make a webhook and print its secret; it is not shown again',
    ' https://pms.example.com/events',
  );
  return withSettings(command.argument('<url>', 'where events are posted to')).action(
    async (url: string, { client, ...settings }: Settings & { client: string }) => {
      const secret = await withWebhooks('webhooks create', client, (all) => all.create({ ...settings, url }));
      process.stdout.write(`${secret}\n`);
    },
  );
}

function updateCommand(): Command {
  const command = ofClient(
    'update',
    'change a webhook, switch it on or off',
    ' 6a01f0c2d4e8b97531aabbcc --off',
  ).argument('<id>', 'id of the webhook');
  return withSettings(command)
    .option('--url <url>', 'where events are posted to')
    .option('--on', 'switch it on')
    .option('--off', 'switch it off')
    .action(async (id: string, options: Settings & { client: string; on?: true; off?: true }) => {
      const { client, on, off, ...settings } = options;
      if (on && off) throw new CommandError('a webhook is switched on or off, not both');
      const enabled = on ? true : off ? false : undefined;
      await withWebhooks('webhooks update', client, (all) => all.update(id, { ...settings, enabled }));
      process.stderr.write('changed\n');
    });
}

function rotateCommand(): Command {
  return ofClient(
    'rotate',
    'give a webhook a new secret and print it; the old one signs too for 24 hours',
    ' 6a01f0c2d4e8b97531aabbcc',
  )
    .argument('<id>', 'id of the webhook')
    .action(async (id: string, { client }: { client: string }) => {
      process.stdout.write(`${await withWebhooks('webhooks rotate', client, (all) => all.rotate(id))}\n`);
    });
}

function deleteCommand(): Command {
  return ofClient('delete', 'remove a webhook and what waits for it', ' 6a01f0c2d4e8b97531aabbcc')
    .argument('<id>', 'id of the webhook')
    .action(async (id: string, { client }: { client: string }) => {
      await withWebhooks('webhooks delete', client, (all) => all.delete(id));
      process.stderr.write('removed\n');
    });
}

function deliveriesCommand(): Command {
  return ofClient('deliveries', `show the newest ${ROWS} deliveries`, ' --state FAILED')
    .addOption(new Option('--state <state>', 'only those').choices(STATES))
    .option('--json', 'one JSON object a line, for scripts')
    .action(async ({ client, state, json }: { client: string; state?: (typeof STATES)[number]; json?: true }) => {
      const rows = await withWebhooks('webhooks deliveries', client, (all) => all.deliveries(state ?? null));
      if (json) process.stdout.write(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
      else {
        const cells = rows.map(({ id, event, url, state: how, attempts, outcome, dueAt }) => [
          ...[id, event, url, how, String(attempts), outcome ?? '', dueAt ?? ''],
        ]);
        process.stdout.write(formatTable([['ID', 'EVENT', 'URL', 'STATE', 'TRIES', 'OUTCOME', 'DUE'], ...cells]));
      }
    });
}

function redeliverCommand(): Command {
  return ofClient('redeliver', 'deliver an event again, with all its tries', ' 4711')
    .argument('<id>', 'id of the delivery')
    .action(async (id: string, { client }: { client: string }) => {
      await withWebhooks('webhooks redeliver', client, (all) => all.redeliver(id));
      process.stderr.write('a server will deliver it\n');
    });
}

type Webhooks = Awaited<ReturnType<typeof openWebhooks>>;
type Listed = Awaited<ReturnType<Webhooks['list']>>[number];

function withWebhooks<T>(command: string, client: string, use: (webhooks: Webhooks) => Promise<T>): Promise<T> {
  return withDatabase(command, async (opened) => use(await openWebhooks(opened, client)));
}

async function openWebhooks({ config, database, clock }: OpenedDatabase, name: string) {
  const [operations, { listDeliveries }] = await Promise.all([
    import('../operations/webhooks/manage-webhooks.ts'),
    import('../operations/webhooks/list-deliveries.ts'),
  ]);
  const client = await database.prisma.client.findUnique({ where: { name } });
  if (!client) throw new CommandError(`there is no client ${JSON.stringify(name)}; see keys list`);
  const caller = { clientId: client.id, destinations: null, hotels: null, isTest: null };
  const services = { database, clock, allowPrivateWebhooks: config.webhooksAllowPrivate };
  return {
    async list() {
      return (await operations.listWebhooks(services, caller)).map((webhook) => ({
        ...{ id: webhook.id, url: webhook.url, description: webhook.description, types: webhook.types },
        ...{ isTest: webhook.isTest, includeTests: webhook.includesTests, enabled: webhook.isEnabled },
        ...{ ...operations.subjectsOf(webhook), createdAt: webhook.createdAt.toISOString() },
      }));
    },
    create: async ({ tests, ...input }: Settings & { url: string }) =>
      done(await operations.createWebhook(services, caller, { ...input, includeTests: tests })).secret,
    update: async (id: string, { tests, ...input }: Omit<Settings, 'enabled'> & { enabled: boolean | undefined }) =>
      done(await operations.updateWebhook(services, caller, { ...input, id, includeTests: tests })),
    rotate: async (id: string) => done(await operations.rotateWebhookSecret(services, caller, id)).secret,
    delete: async (id: string) => done(await operations.deleteWebhook(services, caller, id)),
    redeliver: async (id: string) => done(await operations.redeliver(services, caller, id)),
    async deliveries(state: (typeof STATES)[number] | null) {
      const page = { first: ROWS, after: null, webhook: null, state };
      const { deliveries } = await listDeliveries({ database, cursors: null }, caller, page);
      return deliveries.map(({ id, event, endpoint, state: how, attempts, outcome, dueAt }) => ({
        // biome-ignore lint/style/noNonNullAssertion: only deliveries to a client's webhooks are listed.
        ...{ id: String(id), event: event.id, url: endpoint!.url, state: how, attempts, outcome },
        dueAt: how === 'PENDING' ? dueAt.toISOString() : null,
      }));
    },
  };
}

type Done<Outcome> = Exclude<Outcome, { readonly kind: 'invalidInput' | 'notFound' }>;

/** The outcome, unless it is a refusal, which ends the command. */
function done<Outcome extends { readonly kind: string }>(outcome: Outcome): Done<Outcome> {
  if (outcome.kind !== 'invalidInput' && outcome.kind !== 'notFound') return outcome as Done<Outcome>;
  const refusal = outcome as unknown as Refusal<'invalidInput' | 'notFound'>;
  if (refusal.kind === 'notFound') throw new CommandError(wordRefusal(refusal, null));
  throw new CommandError(formatProblems(refusal.problems));
}

/** An empty list stands for all types, so that those of later releases are received, too. */
function parseTypes(text: string): BookingEventType[] {
  if (text.trim().toLowerCase() === 'all') return [];
  const parts = text
    .toUpperCase()
    .split(',')
    .map((part) => part.trim());
  const types = BOOKING_EVENT_TYPES.filter((type) => parts.includes(type));
  if (types.length !== new Set(parts).size) {
    throw new InvalidArgumentError(`It must be some of ${BOOKING_EVENT_TYPES.join(', ')}, separated by commas.`);
  }
  return types;
}
