/** What an import counts (U4), in the order of its report: the entries of a file, then their parts. */
export const COUNTED_KINDS = [
  'salesTerms',
  'sellers',
  'channels',
  'destinations',
  'tags',
  'loyaltyPrograms',
  'visitTypeCategories',
  'amenityCategories',
  'amenities',
  'amenityOptions',
  'detailKinds',
  'hotels',
  'accommodationRules',
  'taglines',
  'mealServices',
  'indicationCodes',
  'staffLanguages',
  'hotelImages',
  'hotelAmenities',
  'chosenOptions',
  'openingHours',
  'roomTypes',
  'roomTypeImages',
  'imageVariants',
  'visitTypes',
  'visitTypeHotels',
  'visitTypeTags',
  'visitTypeCategoryLinks',
  'visitTypeLoyaltyPrograms',
  'inclusions',
  'startingDays',
  'timeConstraints',
  'cancellationTerms',
  'availableBoardings',
  'priceLists',
  'rates',
  'promotions',
  'promotionChannels',
  'promotionHotels',
  'texts',
  'details',
  'inventoryNights',
  'apiKeyDestinations',
] as const;

/**
 * A kind of thing that an import counts. `texts` are non-empty texts in one language. `details` are optional single values (the
 * end of a selling period, the width of an image, the area of a pool). `apiKeyDestinations` are the destinations to which API
 * keys are limited, which go with the destination.
 */
export type CountedKind = (typeof COUNTED_KINDS)[number];
