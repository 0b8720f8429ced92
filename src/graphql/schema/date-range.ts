import { type DayRange, formatDay } from '../../domain/time/civil-date.ts';
import { builder } from './builder.ts';

export const DateRange = builder.objectRef<DayRange>('DateRange').implement({
  description: 'A range of civil dates, both ends included.',
  fields: (t) => ({
    from: t.field({ type: 'LocalDate', description: 'First date.', resolve: ({ from }) => formatDay(from) }),
    to: t.field({ type: 'LocalDate', description: 'Last date.', resolve: ({ to }) => formatDay(to) }),
  }),
});
