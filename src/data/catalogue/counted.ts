/** What an import counts, in the order of its report: the entries of a file, and after them what belongs to them. */
export const COUNTED = [
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
  'startingDays',
  'timeConstraints',
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
 * A kind of thing that an import counts. `texts` are texts in one language that are not empty; `details` are single values
 * that a file may leave out (the end of a selling period, the width of a picture, the area of a pool); `apiKeyDestinations`
 * are the destinations to which API keys are limited, which go with the destination.
 */
export type Counted = (typeof COUNTED)[number];
