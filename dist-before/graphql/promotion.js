import { formatDay } from '../domain/civil-date.js';
import { builder } from './builder.js';
import { texts } from './localized-text.js';
import { percentOf } from './percentage.js';
/** The terms of a promotion as they are shown. */
export function promotionTerms({ basisPoints, validFrom, validTo, }) {
    return {
        percentage: percentOf(basisPoints),
        validFrom: formatDay(validFrom),
        validTo: validTo === null ? null : formatDay(validTo),
    };
}
/** Promotions as they are shown. */
export function promotionShapes(promotions) {
    return promotions.map((promotion) => {
        const known = shapes.get(promotion);
        if (known)
            return known;
        const { id, number, name } = promotion;
        const shape = { id, number, name, ...promotionTerms(promotion) };
        shapes.set(promotion, shape);
        return shape;
    });
}
/** Promotions are kept with their visit types, and shown again and again. */
const shapes = new WeakMap();
export const Promotion = builder.objectRef('Promotion').implement({
    description: 'A discount on the nights of a stay, for labelling: prices include it already. Listed are those of the channel of the API key that run now or start later, by the UTC date.',
    fields: (t) => ({
        id: t.exposeID('id', { description: 'ObjectId.' }),
        number: t.exposeInt('number', { description: 'Integer identifier, unique within the visit type.' }),
        name: t.field(texts('name', 'Its name.')),
        percentage: t.exposeFloat('percentage', { description: 'Discount in percent, 0 to 100.' }),
        validFrom: t.expose('validFrom', { type: 'LocalDate', description: 'First night that it holds for.' }),
        validTo: t.expose('validTo', {
            type: 'LocalDate',
            nullable: true,
            description: 'First night that it does not hold for any more; null: it does not end.',
        }),
    }),
});
//# sourceMappingURL=promotion.js.map