/**
 * The amenities that a hotel shows (V5). The dictionary sets the order, and its entry decides which details a value shows,
 * whatever else is stored with it. A named detail that is not filled in keeps its neutral value, so that clients can tell it
 * from one that does not apply.
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

/** The field of a value that a kind of detail provides for. */
export const FIELD_OF_KIND = {
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

/** Details as stored with a value. When unfilled, scalars are null, lists are empty and the note has no texts. */
export type StoredDetails = Readonly<Record<DetailField, unknown>>;

/** The stored details that the dictionary entry names. */
export function shownDetails<Details extends StoredDetails>(
  stored: Details,
  detailKinds: readonly DetailKind[],
): Partial<Pick<Details, DetailField>> {
  const fields = detailKinds.map((kind) => FIELD_OF_KIND[kind]);
  return Object.fromEntries(fields.map((field) => [field, stored[field]])) as Partial<Pick<Details, DetailField>>;
}

/** The options that a value has chosen, in the order of the value. Codes that the entry does not have are skipped. */
export function chosenOptions<Option extends { readonly code: string }>(
  options: readonly Option[],
  codes: readonly string[],
): Option[] {
  const byCode = new Map(options.map((option) => [option.code, option]));
  return codes.map((code) => byCode.get(code)).filter((option) => option !== undefined);
}

interface CategoryOfCodes {
  readonly amenities: readonly { readonly code: string }[];
}

/** A dictionary category and the hotel's values in it, at least one. */
export interface AssignedCategory<Category extends CategoryOfCodes, Value> {
  readonly category: Category;
  readonly assigned: readonly { readonly amenity: Category['amenities'][number]; readonly value: Value }[];
}

/** Groups a hotel's values by category, in the order of the dictionary. Categories without a value are left out. */
export function groupByCategory<Category extends CategoryOfCodes, Value extends { readonly amenityCode: string }>(
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
