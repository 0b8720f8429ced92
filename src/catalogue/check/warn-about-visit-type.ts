/**
 * Valid values of a visit type that can never take effect or are over, such as a season too short for its package, and those that no stay
 * can have, such as a package of a length that cannot be booked: nights are priced without regard to lengths of stay (P6), so these still
 * count wherever the price of one night does. They deserve a warning, not a refusal. What ends in the ordinary course of things (a selling
 * period, a promotion) is no warning.
 */
import { isAllowedLength, isStartingDay, minimumNights } from '../../domain/stay/stay.ts';
import { type Day, dayOf, formatDay } from '../../domain/time/civil-date.ts';
import type { PriceListEntry, PromotionEntry, VisitTypeEntry } from '../file/file-visit-type.ts';
import type { Place, WarningList } from '../file/problems.ts';

interface WarningContext {
  place: Place;
  warnings: WarningList;
}

/**
 * Warns of useless values in a valid visit type.
 * @param today null: no checks against the calendar
 */
export function warnAboutVisitType(visitType: VisitTypeEntry, context: WarningContext & { today: Day | null }): void {
  const { place, today } = context;
  const { timeConstraints, priceLists, promotions } = visitType;
  if (today !== null) warnAboutPast(visitType, { ...context, today: formatDay(today) });
  for (const [index, range] of timeConstraints.entries()) {
    warnAboutRange(range, { ...context, place: [...place, 'timeConstraints', index], rules: visitType });
  }
  warnAboutSellingPeriod(visitType, context);
  for (const [index, priceList] of priceLists.entries()) {
    warnAboutPackage(priceList, visitType, { ...context, place: [...place, 'priceLists', index] });
  }
  for (const [index, promotion] of promotions.entries()) {
    warnAboutPromotion(promotion, { ...context, place: [...place, 'promotions', index] });
  }
}

/** Everything that could be sold has ended. Dates compare as text. */
function warnAboutPast(
  { timeConstraints, priceLists }: VisitTypeEntry,
  { place, warnings, today }: WarningContext & { today: string },
): void {
  if (!priceLists.some(({ rates }) => rates.length > 0)) return;
  const isOver = ({ to }: { to: string }) => to < today;
  if (timeConstraints.length > 0 && timeConstraints.every(isOver)) {
    const rates = priceLists.reduce((sum, priceList) => sum + priceList.rates.length, 0);
    const message = `every time constraint ended before today, ${today}: none of the ${rates} rates can be sold`;
    warnings.add([...place, 'timeConstraints'], 'PAST', message);
  } else if (priceLists.every(({ rates }) => rates.every(isOver))) {
    warnings.add([...place, 'priceLists'], 'PAST', `every rate ended before today, ${today}: nothing can be sold`);
  }
}

const DAYS_PER_WEEK = 7;

function warnAboutRange(
  { from, to }: { from: string; to: string },
  { place, warnings, rules }: WarningContext & { rules: VisitTypeEntry },
): void {
  const nights = minimumNights(rules);
  const [first, last] = [dayOf(from), dayOf(to)];
  const lastArrival = Math.min(last - nights + 1, first + DAYS_PER_WEEK - 1);
  for (let arrival = first; arrival <= lastArrival; arrival++) {
    if (isStartingDay(rules, arrival)) return;
  }
  const on = rules.startingDays.length === 0 ? '' : ` from ${rules.startingDays.join(' or ')}`;
  const message = `no stay keeps it: ${nights} nights${on} do not fit into ${from} to ${to}; its priced nights still count in lowest prices and calendars`;
  warnings.add(place, 'NO_STAY', message);
}

function warnAboutSellingPeriod(
  { sellingFrom, timeConstraints }: VisitTypeEntry,
  { place, warnings }: WarningContext,
): void {
  if (sellingFrom === null || timeConstraints.length === 0) return;
  if (timeConstraints.some(({ to }) => to >= sellingFrom)) return;
  const message = `the sale begins on ${sellingFrom}, after the last night that the time constraints allow`;
  warnings.add([...place, 'sellingFrom'], 'NO_EFFECT', message);
}

function warnAboutPackage(
  { nights, rates }: PriceListEntry,
  visitType: VisitTypeEntry,
  { place, warnings }: WarningContext,
): void {
  if (nights === null) return;
  if (!isAllowedLength(visitType, nights)) {
    const { nightsMin, nightsMax, reservationTimeSpan } = visitType;
    const weeks = reservationTimeSpan === 'WEEKS' ? ', in whole weeks' : '';
    const message = `no stay can be booked as a package of ${nights} nights: stays last ${nightsMin} to ${nightsMax} nights${weeks}; its average still counts as the price of a night`;
    warnings.add([...place, 'nights'], 'NO_STAY', message);
  }
  for (const [index, { from, to }] of rates.entries()) {
    if (dayOf(to) - dayOf(from) + 1 >= nights) continue;
    const message = `a package of ${nights} nights does not fit into ${from} to ${to}`;
    warnings.add([...place, 'rates', index], 'NO_EFFECT', message);
  }
}

function warnAboutPromotion({ channels, hotelIds }: PromotionEntry, { place, warnings }: WarningContext): void {
  if (channels.length === 0) warnings.add([...place, 'channels'], 'NO_EFFECT', 'the promotion holds in no channel');
  if (hotelIds?.length === 0) {
    warnings.add([...place, 'hotelIds'], 'NO_EFFECT', 'the promotion holds in no hotel; null means in every one');
  }
}
