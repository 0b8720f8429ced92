/** On what terms stays are sold (F14): what a guest must know before booking. */
import { chain } from '../../../data/cache/maybe-promise.ts';
import type { StoredSalesTerms } from '../../../data/reads/hotel-details.ts';
import { builder } from '../builder.ts';
import { localizedField } from '../localized-text.ts';

const Seller = builder.prismaObject('Seller', {
  fields: (t) => ({
    name: t.exposeString('name'),
    address: t.exposeString('address', { nullable: true }),
    register: t.exposeString('register', { nullable: true }),
  }),
});

const SalesTerms = builder.prismaObject('SalesTerms', {
  fields: (t) => ({
    paymentTerms: t.field(localizedField('paymentTerms', 'When, how and to whom guests pay.')),
    termsUrl: t.field(localizedField('termsUrl', 'Address of the terms of sale.')),
    privacyUrl: t.field(localizedField('privacyUrl', 'Address of the privacy notice.')),
    seller: t.field({
      type: Seller,
      nullable: true,
      description: 'With whom guests make the contract; null: not stated.',
      resolve: (terms) => (terms as StoredSalesTerms).seller,
    }),
  }),
});

builder.queryField('salesTerms', (t) =>
  t.field({
    type: SalesTerms,
    description: 'On what terms stays are sold: show them before a guest books. The same for the whole catalogue.',
    resolve: (_, __, context) => chain(context.hotelDetails.salesTerms(), (terms) => terms ?? NOT_STATED),
  }),
);

const NOT_STATED: StoredSalesTerms = { number: 1, paymentTerms: {}, termsUrl: {}, privacyUrl: {}, seller: null };
