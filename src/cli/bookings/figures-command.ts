/** `figures`: what a hotel has sold, by days or months (M15). */
import { Command, Option } from 'commander';
import {
  type Amounts,
  type EndedStays,
  occupancyOf,
  type PeriodFigures,
  type PeriodUnit,
} from '../../domain/figures/figures.ts';
import { CURRENCIES, decimalOf } from '../../domain/pricing/money.ts';
import { type Day, formatDay } from '../../domain/time/civil-date.ts';
import { formatTable } from '../table.ts';
import { parseDate, parseEntity } from './parse-option.ts';
import { withBookings } from './stored-bookings.ts';

interface FiguresOptions {
  hotel: number;
  from: Day;
  to: Day;
  by: 'day' | 'month';
  json?: true;
}

export function figuresCommand(): Command {
  return new Command('figures')
    .description('rooms, revenue, cancellations and no-shows of a hotel, by the nights of stays')
    .requiredOption('--hotel <id>', 'number of the hotel', parseEntity)
    .requiredOption('--from <date>', 'first night', parseDate)
    .requiredOption('--to <date>', 'last night, included', parseDate)
    .addOption(new Option('--by <unit>', 'how long the periods are').choices(['day', 'month']).default('month'))
    .option('--json', 'as JSON, for scripts')
    .addHelpText(
      'after',
      `
Totals of confirmed bookings are spread over their nights. Fees of bookings that were cancelled, or whose guests did not come, are
not in the revenue. Bookings of test keys do not count.

Examples:
  spa-stay-gateway figures --hotel 1 --from 2027-01-01 --to 2027-12-31
  spa-stay-gateway figures --hotel 1 --from 2027-05-01 --to 2027-05-31 --by day --json`,
    )
    .action(async ({ by, json, ...asked }: FiguresOptions) => {
      const unit = by.toUpperCase() as Uppercase<typeof by> satisfies PeriodUnit;
      const { periods, total } = await withBookings('figures', (bookings) => bookings.figures({ ...asked, by: unit }));
      if (json) {
        const figures = { periods: periods.map(toJson), total: toJson(total) };
        process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
        return;
      }
      const rows = periods.map((period) => rowOf(by === 'day' ? formatDay(period.from) : monthOf(period), period));
      process.stdout.write(formatTable([HEADER, ...rows, rowOf('total', total)]));
      for (const [name, sold] of [
        ['CHANNEL', total.byChannel.map((one) => ({ ...one, named: one.channel }))],
        ['VISIT TYPE', total.byVisitType.map((one) => ({ ...one, named: String(one.visitType) }))],
      ] as const) {
        const parts = sold.map((one) => [one.named, String(one.sold), inWords(one.revenue)]);
        process.stdout.write(`\n${formatTable([[name, 'SOLD', 'REVENUE'], ...parts])}`);
      }
    });
}

const HEADER = [
  ...['PERIOD', 'ROOMS', 'SOLD', 'BLOCKED', 'OCCUPANCY', 'REVENUE', 'CANCELLED', 'FEES', 'NO-SHOWS', 'FEES'],
];

function rowOf(name: string, figures: PeriodFigures): string[] {
  const { roomsForSale, sold, blocked, revenue, cancelled, noShows } = figures;
  const occupancy = occupancyOf(figures);
  const ended = ({ bookings, fees }: EndedStays) => [String(bookings), inWords(fees)];
  return [
    ...[name, String(roomsForSale), String(sold), String(blocked)],
    ...[occupancy === null ? '-' : `${decimalOf(occupancy)} %`, inWords(revenue)],
    ...[...ended(cancelled), ...ended(noShows)],
  ];
}

function monthOf({ from }: PeriodFigures): string {
  return formatDay(from).slice(0, 7);
}

function inWords(amounts: Amounts): string {
  const words = CURRENCIES.flatMap((currency) => {
    const amount = amounts[currency];
    return amount === undefined ? [] : [`${decimalOf(amount)} ${currency}`];
  });
  return words.join(' + ') || '-';
}

function toJson(figures: PeriodFigures) {
  const { from, to, ...others } = figures;
  return { from: formatDay(from), to: formatDay(to), ...others, occupancyBasisPoints: occupancyOf(figures) };
}
