import { Command, InvalidArgumentError } from 'commander';
import { dayInTimeZone } from '../domain/civil-date.js';
import { systemClock } from '../domain/clock.js';
import { readConfig } from '../server/config.js';
import { writeTo } from './output.js';
/** `generate`: a catalogue of any size for measuring. */
export function generateCommand() {
    return new Command('generate')
        .description('write a catalogue for measuring to stdout, from today on; the same seed gives the same one')
        .requiredOption('--hotels <number>', 'how many hotels', wholeNumber)
        .requiredOption('--seed <number>', 'what the choices are drawn from', wholeNumber)
        .addHelpText('after', `
Example:
  spa-stay-gateway generate --hotels 2000 --seed 1 > large.json`)
        .action(async ({ hotels, seed }) => {
        const { businessTimeZone } = readConfig(process.env);
        const { generateCatalogue } = await import('../data/catalogue/generate.js');
        const today = dayInTimeZone(systemClock.now(), businessTimeZone);
        await writeTo(undefined, async (write) => {
            await generateCatalogue({ hotels, seed, today, write });
        });
    });
}
function wholeNumber(text) {
    if (!/^\d{1,9}$/.test(text))
        throw new InvalidArgumentError('It must be a whole number.');
    return Number(text);
}
//# sourceMappingURL=generate.js.map