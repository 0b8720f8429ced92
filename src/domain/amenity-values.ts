/**
 * What a hotel says of its amenities (V5). The dictionary rules: it gives the order, and a value carries just the details
 * that its dictionary entry names, whatever else is stored with it. A detail that is named but not filled keeps its neutral
 * value, so that it can be told from one that does not apply; an entry that names none says only that the amenity is there.
 */

export const DETAIL_KINDS = [
  'access',
  'options',
  'note',
  'opening_hours',
  'quantity',
  'area',
  'temperature',
  'distance',
  'age_limit',
] as const;
export type DetailKind = (typeof DETAIL_KINDS)[number];

const FIELD_OF_KIND = {
  access: 'access',
  options: 'options',
  note: 'note',
  opening_hours: 'openingHours',
  quantity: 'quantity',
  area: 'area',
  temperature: 'temperature',
  distance: 'distance',
  age_limit: 'ageLimit',
} as const satisfies Record<DetailKind, string>;
type DetailField = (typeof FIELD_OF_KIND)[DetailKind];

/** Everything that can be stored with a value. Unfilled: scalars are null, lists empty, and the note has no texts. */
export type StoredDetails = Readonly<Record<DetailField, unknown>>;

/** The details that a value shows: a field for each detail kind of its entry, and no other. */
export function shownDetails<Details extends StoredDetails>(
  stored: Details,
  detailKinds: readonly DetailKind[],
): Partial<Pick<Details, DetailField>> {
  const fields = detailKinds.map((kind) => FIELD_OF_KIND[kind]);
  return Object.fromEntries(fields.map((field) => [field, stored[field]])) as Partial<Pick<Details, DetailField>>;
}

/** The entry's options that a value has chosen, in the order of the value; a code that the entry does not have is passed over. */
export function chosenOptions<Option extends { readonly code: string }>(
  options: readonly Option[],
  codes: readonly string[],
): Option[] {
  const byCode = new Map(options.map((option) => [option.code, option]));
  return codes.map((code) => byCode.get(code)).filter((option) => option !== undefined);
}

/** As much of a category of the dictionary as the order of values takes. */
interface CategoryOfCodes {
  readonly amenities: readonly { readonly code: string }[];
}

/** A category of the dictionary with the values of one hotel in it, at least one. */
export interface AssignedCategory<Category extends CategoryOfCodes, Value> {
  readonly category: Category;
  readonly assigned: readonly { readonly amenity: Category['amenities'][number]; readonly value: Value }[];
}

/** The values of a hotel by category, both in the order of the dictionary; categories without a value are left out. */
export function assignedByCategory<Category extends CategoryOfCodes, Value extends { readonly amenityCode: string }>(
  dictionary: readonly Category[],
  values: readonly Value[],
): AssignedCategory<Category, Value>[] {
  const byCode = new Map(values.map((value) => [value.amenityCode, value]));
  return dictionary
    .map((category) => ({
      category,
      assigned: category.amenities.flatMap((amenity: Category['amenities'][number]) => {
        const value = byCode.get(amenity.code);
        return value ? [{ amenity, value }] : [];
      }),
    }))
    .filter(({ assigned }) => assigned.length > 0);
}
