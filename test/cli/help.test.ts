import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { bookingsCommand } from '../../src/cli/bookings/bookings.ts';
import { demoCommand } from '../../src/cli/demo.ts';
import { exportCommand } from '../../src/cli/export.ts';
import { generateCommand } from '../../src/cli/generate.ts';
import { importCommand } from '../../src/cli/import.ts';
import { keysCommand } from '../../src/cli/keys/keys.ts';
import { migrateCommand } from '../../src/cli/migrate.ts';
import { serveCommand } from '../../src/cli/serve.ts';
import { webhooksCommand } from '../../src/cli/webhooks.ts';

const commands = [
  serveCommand(),
  migrateCommand(),
  importCommand(),
  exportCommand(),
  demoCommand(),
  generateCommand(),
  ...keysCommand().commands,
  ...bookingsCommand().commands,
  ...webhooksCommand().commands,
].map((command): [string, Command] => [command.name(), command]);

function helpOf(command: Command): string {
  const parts: string[] = [];
  command.configureOutput({ writeOut: (text) => void parts.push(text) }).outputHelp();
  return parts.join('');
}

describe('help', () => {
  test.each(commands)('%s describes itself and shows an example', (_name, command) => {
    const help = helpOf(command);
    expect(command.description()).not.toBe('');
    expect(help).toMatch(/\nExamples?:\n {2}\S/);
  });

  test('serve names every variable that configures it', () => {
    const help = helpOf(serveCommand());
    for (const name of [
      ...[
        'PORT',
        'HOST',
        'DATABASE_URL',
        'DATA_DIR',
        'DEMO',
        'BUSINESS_TIME_ZONE',
        'CORS_ORIGINS',
        'PUBLIC_HOSTS',
        'GRAPHIQL',
      ],
      ...['API_KEY_PEPPER', 'LOG_LEVEL', 'RATE_LIMIT_PER_MINUTE', 'RESPONSE_STORE_MB'],
    ]) {
      expect(help).toContain(name);
    }
  });
});
