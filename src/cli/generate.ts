import { Command } from 'commander';
import { dayInTimeZone } from '../domain/time/civil-date.ts';
import { systemClock } from '../domain/time/clock.ts';
import { readConfig } from '../server/config.ts';
import { parseNumber } from './bookings/parse-option.ts';
import { writeTo } from './output.ts';

/** `generate`: writes a catalogue of any size for benchmarks. */
export function generateCommand(): Command {
  return new Command('generate')
    .description('write a catalogue for benchmarks to stdout; the same seed and day give the same file')
    .requiredOption('--hotels <number>', 'number of hotels', parseNumber)
    .requiredOption('--seed <number>', 'seed of the random choices', parseNumber)
    .addHelpText(
      'after',
      `
Example:
  spa-stay-gateway generate --hotels 2000 --seed 1 > large.json`,
    )
    .action(async ({ hotels, seed }: { hotels: number; seed: number }) => {
      const { businessTimeZone } = readConfig(process.env);
      const { generateCatalogue } = await import('../catalogue/generate/generate.ts');
      const today = dayInTimeZone(systemClock.now(), businessTimeZone);
      await writeTo(undefined, (write) => generateCatalogue({ hotels, seed, today, write }));
    });
}
