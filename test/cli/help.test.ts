import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { createProgram } from '../../src/cli/program.ts';
import { serveCommand } from '../../src/cli/serve.ts';
import { Scope } from '../../src/data/generated/prisma/enums.ts';

const commands = createProgram()
  .commands.flatMap((command) => (command.commands.length > 0 ? command.commands : [command]))
  .map((command): [string, Command] => [command.name(), command]);

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

  test('keys create says what each scope does, and which of them hotels bind (S6, M10)', () => {
    const [, create] = commands.find(([name, { parent }]) => name === 'create' && parent?.name() === 'keys')!;
    const help = helpOf(create);
    const described = [...help.matchAll(/^ {2}([a-z]+) +[a-z]/gm)].map(([, scope]) => scope!);
    expect(described.toSorted()).toEqual(Object.values(Scope).toSorted());
    expect(help.replaceAll(/\s+/g, ' ')).toContain(
      'hotels in these destinations to which all scopes but read and book are bound (default: all)',
    );
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
