/** Promotions as they are advertised with a visit type. */
import type { NamedPromotion } from '../data/tariffs.ts';
import { formatDay } from '../domain/civil-date.ts';
import { builder } from './builder.ts';
import { LocalizedText, localized } from './localized-text.ts';
import { percentOf } from './percentage.ts';

export const Promotion = builder.objectRef<NamedPromotion>('Promotion').implement({
  description:
    'A discount on the nights of a stay, for labelling: prices include it already. Listed are those of the channel of the API key that run now or start later, by the UTC date.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ObjectId.' }),
    number: t.exposeInt('number', { description: 'Integer identifier, unique within the visit type.' }),
    name: t.field({ type: LocalizedText, description: 'Its name.', resolve: ({ name }) => localized(name) }),
    percentage: t.float({
      description: 'Discount in percent, 0 to 100.',
      resolve: ({ basisPoints }) => percentOf(basisPoints),
    }),
    validFrom: t.field({
      type: 'LocalDate',
      description: 'First night that it holds for.',
      resolve: ({ validFrom }) => formatDay(validFrom),
    }),
    validTo: t.field({
      type: 'LocalDate',
      nullable: true,
      description: 'First night that it does not hold for any more; null: it does not end.',
      resolve: ({ validTo }) => (validTo === null ? null : formatDay(validTo)),
    }),
  }),
});
