/** Promotions, as advertised with a visit type. */
import type { NamedPromotion } from '../../../data/reads/tariffs.ts';
import { formatDay } from '../../../domain/time/civil-date.ts';
import { builder } from '../builder.ts';
import { localizedField } from '../localized-text.ts';
import { percentOf } from './percentage.ts';

export function toPromotionShapes(promotions: readonly NamedPromotion[]) {
  return promotions.map(({ id, number, name, basisPoints, validFrom, validTo }) => ({
    ...{ id, number, name, percentage: percentOf(basisPoints), validFrom: formatDay(validFrom) },
    validTo: validTo === null ? null : formatDay(validTo),
  }));
}

export const Promotion = builder.objectRef<ReturnType<typeof toPromotionShapes>[number]>('Promotion').implement({
  description:
    'A discount on the nights of a stay, for labelling: prices include it already. Listed are those of the channel of the API key that run now or start later, by the UTC date.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ObjectId.' }),
    number: t.exposeInt('number', { description: 'Integer identifier, unique within the visit type.' }),
    name: t.field(localizedField('name', 'Its name.')),
    percentage: t.exposeFloat('percentage', { description: 'Discount in percent, 0 to 100.' }),
    validFrom: t.expose('validFrom', { type: 'LocalDate', description: 'First night that it holds for.' }),
    validTo: t.expose('validTo', {
      type: 'LocalDate',
      nullable: true,
      description: 'First night that it does not hold for any more; null: it does not end.',
    }),
  }),
});
