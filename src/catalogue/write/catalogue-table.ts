/** How imports write a table, and what the tables of an import must have, derived from the models of the database. */
import type { CatalogueEpochKind } from '../../data/cache/epoch-scopes.ts';
import type { Prisma } from '../../data/generated/prisma/client.ts';
import type { CountedKind } from '../counted.ts';

/** How imports write a table. */
export interface CatalogueTable {
  table: string;
  /** The primary key. */
  key: readonly string[];
  /** Columns that name the entry of the file that a row belongs to; changes are counted by it. All numbers, or one code. */
  owner: readonly string[];
  /** Columns that never change after insertion. */
  immutable?: readonly string[];
  /** What its rows are counted as. */
  counted: CountedKind;
  /** Fields of its rows whose content is counted part by part, with what the parts are counted as. */
  parts?: Parts;
  /** What any change of a row touches (U5): of entities, the one that the first owner column names. */
  touches: readonly Touched[];
  /** What is touched as well when rows come or go, or when one of `columns` changes. */
  redefines?: { readonly columns: readonly string[]; readonly touches: readonly Touched[] };
}

/** Everything that is cached for what was touched is forgotten. */
export type Touched = CatalogueEpochKind | 'structure' | 'dictionary';

type Parts = { readonly [field: string]: CountedKind };

/** The models of the database that catalogue files do not fill, and capacity, which is written night by night. Any other one has to be in `tables`. */
type OtherModel =
  | 'InventoryNight'
  | 'Client'
  | 'ApiKey'
  | 'ApiKeyPepper'
  | 'ApiKeyDestination'
  | 'StayHold'
  | 'Booking'
  | 'BookingContact'
  | 'BookingGuest'
  | 'BookingPromotion'
  | 'BookingDiscount'
  | 'BookingEvent'
  | 'KeptMail'
  | 'WebhookEndpoint'
  | 'Delivery'
  | 'IdempotencyRecord'
  | 'RecentUse'
  | 'RecentRequest'
  | 'FailedLookup'
  | 'OutboxMessage'
  | 'CatalogueChange'
  | 'Epoch';

type FieldsOf<Model extends Prisma.ModelName> = Prisma.TypeMap['model'][Model]['payload']['scalars'];

/** The fields of a row that can be left out: optional values, lists, and JSON. */
type PartField<Fields> = {
  [Field in keyof Fields]: null extends Fields[Field]
    ? Field
    : Fields[Field] extends readonly unknown[]
      ? Field
      : never;
}[keyof Fields];

/**
 * One table for each model, each with all fields that a file can leave out: what is added to the database and forgotten here,
 * and so would leave unseen (U4), does not compile.
 */
export type CatalogueTables = {
  readonly [Model in Exclude<Prisma.ModelName, OtherModel> as Uncapitalize<Model>]: CatalogueTable &
    ([PartField<FieldsOf<Model>>] extends [never]
      ? unknown
      : { readonly parts: { readonly [Field in PartField<FieldsOf<Model>>]: CountedKind } });
};

/** The PostgreSQL type of a column that names an entry. */
export function keyType(column: string): 'text' | 'int' {
  return column.endsWith('code') ? 'text' : 'int';
}
