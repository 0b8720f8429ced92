/** Proposals while a guest types a wish (F15). */
import { suggestionProblems } from '../../../operations/search/search-input.ts';
import {
  type SUGGESTION_KINDS,
  type Suggestion as SuggestionValue,
  suggest,
} from '../../../operations/search/wish/suggest.ts';
import { builder, FAILS_ALONE } from '../builder.ts';
import { suggestionsCost } from '../cost.ts';
import { described } from '../enums.ts';
import { throwIfInvalid } from '../errors.ts';
import { LocalizedText } from '../localized-text.ts';

const SuggestionKindEnum = builder.enumType('SuggestionKind', {
  description: 'What a proposal is. More may come.',
  values: described<(typeof SUGGESTION_KINDS)[number]>({
    DESTINATION: 'A destination with hotels: `destination`.',
    HOTEL: 'A hotel: `hotel`.',
    AMENITY: 'An amenity that some hotel has: a word to search for.',
    VISIT_TYPE: 'A visit type: `visitType`.',
  }),
});

const Suggestion = builder.objectRef<SuggestionValue>('Suggestion').implement({
  description:
    'Something that a guest may mean by the words typed so far. Its `name` as `search` finds it, or what it leads to.',
  fields: (t) => ({
    kind: t.expose('kind', { type: SuggestionKindEnum, description: 'What it is.' }),
    name: t.field({
      type: LocalizedText,
      description: 'Its name; that of a hotel is the same in every language.',
      resolve: ({ name }) => name,
    }),
    destination: t.field({
      type: 'Destination',
      nullable: true,
      description: 'The destination; null: it is something else.',
      resolve: ({ entity }, _, context) =>
        entity?.kind === 'destination' ? context.catalogue.destination.load(entity.number) : null,
    }),
    hotel: t.field({
      type: 'Hotel',
      nullable: true,
      description: 'The hotel; null: it is something else.',
      resolve: ({ entity }, _, context) =>
        entity?.kind === 'hotel' ? context.catalogue.hotel.load(entity.number) : null,
    }),
    visitType: t.field({
      type: 'VisitType',
      nullable: true,
      description: 'The visit type; null: it is something else.',
      resolve: ({ entity }, _, context) =>
        entity?.kind === 'visitType' ? context.catalogue.visitType.load(entity.number) : null,
    }),
  }),
});

builder.queryField('suggestions', (t) =>
  t.field({
    ...FAILS_ALONE,
    type: [Suggestion],
    complexity: suggestionsCost,
    description:
      'Proposals while somebody types: destinations, hotels, amenities and visit types with names in which each of these words begins a word, in any language, order and case, with or without accents; only what the API key sees, and what leads to something (F15). Kind by kind; whole words before beginnings.',
    args: {
      search: t.arg.string({
        required: true,
        description:
          'What was typed so far, at most 200 characters and 8 words; without a word there are no proposals.',
      }),
      first: t.arg.int({ required: true, defaultValue: 8, description: 'Most proposals, 1 to 20.' }),
    },
    resolve: async (_, { search, first }, context) => {
      throwIfInvalid(suggestionProblems({ search, first }));
      return suggest(context, search, first);
    },
  }),
);
