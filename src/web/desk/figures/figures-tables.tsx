/** Figures as tables: a row for each period and one for all, then channels and stays. */
import { showDate } from '../../format/civil-date.ts';
import { showMoney, showPart } from '../../format/money.ts';
import type { AmountFragment, DeskFiguresQuery, DeskPeriodFragment, PeriodUnit } from '../../generated/operations.ts';
import { usePage } from '../../page.tsx';
import { useFiguresTexts } from './texts/index.ts';

type Figures = NonNullable<DeskFiguresQuery['figures']>;

export function FiguresTables({
  figures: { periods, total },
  by,
}: {
  readonly figures: Figures;
  readonly by: PeriodUnit;
}) {
  const { language } = usePage();
  const texts = useFiguresTexts();
  const style =
    by === 'DAY' ? ({ weekday: 'short', day: 'numeric', month: 'numeric' } as const) : ({ month: 'long' } as const);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is scrolled with the keyboard. */}
      <section class="figures-region scrolls" aria-label={texts.byPeriod} tabIndex={0}>
        <table class="data figures">
          <thead>
            <tr>
              <th scope="col">{by === 'DAY' ? texts.night : texts.month}</th>
              {[
                texts.rooms,
                texts.sold,
                texts.blocked,
                texts.occupancy,
                texts.revenue,
                texts.cancelled,
                texts.cancelledFees,
                texts.noShows,
                texts.noShowFees,
              ].map((text) => (
                <th key={text} scope="col" class="amount">
                  {text}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {periods.map((period) => (
              <Row key={period.from} name={showDate(period.from, language, style)} figures={period} />
            ))}
          </tbody>
          <tfoot>
            <Row name={texts.total} figures={total} />
          </tfoot>
        </table>
      </section>
      <p class="small muted">{texts.note}</p>
      <div class="figures-parts">
        <Parts title={texts.byChannel} parts={total.byChannel.map((one) => ({ ...one, name: one.channel }))} />
        <Parts
          title={texts.byStay}
          parts={total.byVisitType.map((one) => ({
            ...one,
            name: one.visitType.name.text ?? String(one.visitType.number),
          }))}
        />
      </div>
    </>
  );
}

function Row({ name, figures }: { readonly name: string; readonly figures: DeskPeriodFragment }) {
  const { language } = usePage();
  const { roomsForSale, sold, blocked, occupancyBasisPoints: occupancy, revenue, cancelled, noShows } = figures;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td class="amount">{roomsForSale}</td>
      <td class="amount">{sold}</td>
      <td class="amount">{blocked}</td>
      <td class="amount">{occupancy == null ? '–' : showPart(occupancy, language)}</td>
      <Amounts amounts={revenue} />
      <td class="amount">{cancelled.bookings}</td>
      <Amounts amounts={cancelled.fees} />
      <td class="amount">{noShows.bookings}</td>
      <Amounts amounts={noShows.fees} />
    </tr>
  );
}

/** A line for each currency. */
function Amounts({ amounts }: { readonly amounts: readonly AmountFragment[] }) {
  const { language } = usePage();
  return (
    <td class="amount">
      {amounts.length === 0
        ? '–'
        : amounts.map((amount) => <div key={amount.currency}>{showMoney(amount, language)}</div>)}
    </td>
  );
}

function Parts({
  title,
  parts,
}: {
  readonly title: string;
  readonly parts: readonly {
    readonly name: string;
    readonly sold: number;
    readonly revenue: readonly AmountFragment[];
  }[];
}) {
  const texts = useFiguresTexts();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is scrolled with the keyboard.
    <section class="scrolls" aria-label={title} tabIndex={0}>
      <table class="data figures">
        <thead>
          <tr>
            <th scope="col">{title}</th>
            <th scope="col" class="amount">
              {texts.sold}
            </th>
            <th scope="col" class="amount">
              {texts.revenue}
            </th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ name, sold, revenue }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td class="amount">{sold}</td>
              <Amounts amounts={revenue} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
