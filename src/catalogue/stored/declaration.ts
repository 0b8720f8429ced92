/**
 * How the entries of a catalogue file are stored, in one declaration for each model: what the file may say, the fields whose
 * column has another name or unit, and the lists that are tables of their own. A field is otherwise the column of its name.
 * Import, removal, counts (U4), epochs (U5) and export derive from it. A field without a column, a column without a field, and a model
 * without a declaration do not compile.
 */
import { ObjectId } from 'bson';
import { z } from 'zod';
import type { CatalogueEpochKind } from '../../data/cache/cache-tags.ts';
import { type ColumnsOf, columnOf, fieldOf, keyOf, relationTo, tableOf } from '../../data/data-model.ts';
import type { Prisma } from '../../data/generated/prisma/client.ts';
import { COUNTED_KINDS, type CountedKind } from '../counted.ts';
import { localized, localizedUrl } from '../file/file-values.ts';

/** The models that catalogue files do not fill, and capacity, which is written night by night. */
type OtherModel =
  | 'InventoryNight'
  | 'Client'
  | 'ApiKey'
  | 'ApiKeyPepper'
  | 'ApiKeyDestination'
  | 'StayHold'
  | 'Booking'
  | 'BookingParty'
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
  | 'HotelChange'
  | 'HotelChangePart'
  | 'CatalogueChange'
  | 'Epoch';
export type CatalogueModel = Exclude<Prisma.ModelName, OtherModel>;

/** A kind of cache tags whose epochs a change raises. */
export type RaisedKind = CatalogueEpochKind | 'structure' | 'dictionary';

/** How imports write a table. */
export interface CatalogueTable {
  readonly table: string;
  /** The primary key. */
  readonly key: readonly string[];
  /** Columns that name the entry of the file that a row belongs to; changes are counted by it. All numbers, or one code. */
  readonly owner: readonly string[];
  /** Columns that never change after insertion. */
  readonly immutable?: readonly string[];
  /** What its rows are counted as. */
  readonly counted: CountedKind;
  /** Columns whose content is counted part by part, with what the parts are counted as. */
  readonly parts?: Readonly<Record<string, CountedKind>>;
  /** The cache tags that any change of a row raises (U5): of entities, the one that the first owner column names. */
  readonly raises: readonly RaisedKind[];
  /** The tags that are raised as well when rows come or go, or when one of `columns` changes. */
  readonly redefines?: { readonly columns: readonly string[]; readonly raises: readonly RaisedKind[] };
}

/** A model with how it stands in the file. */
export interface Stored extends CatalogueTable {
  readonly model: CatalogueModel;
  /** What the file may say. */
  readonly schema: z.core.$ZodType;
  /** The columns with the key of the entry that it stands in. */
  readonly within: readonly string[];
  /** Whether `position` is its place in the list. */
  readonly hasPosition: boolean;
  /** The fields of the model by which an export orders a list. */
  readonly order: readonly string[];
  /** Whether it changes by itself; otherwise it is a part of the entry that it stands in, which changes with it. */
  readonly isEntry: boolean;
  /** Whether equal rows of a list are one. */
  readonly isDistinct: boolean;
  readonly fields: readonly StoredField[];
  readonly lists: readonly StoredList[];
  /** Further relations that `read` needs. */
  readonly include?: object;
  /** What an export makes of a row with its relations before it takes the fields. */
  readonly read?: (row: never) => object;
}

/** The columns that an import writes. */
export function columnsOf({ within, hasPosition, fields }: Stored): readonly string[] {
  return [...within, ...(hasPosition ? ['position'] : []), ...fields.map(({ column }) => column)];
}

export interface StoredField {
  /** Null: the element of the list itself. */
  readonly field: string | null;
  /** Its names in the model and in the database. */
  readonly name: string;
  readonly column: string;
  readonly toStored?: (value: never) => unknown;
  readonly toFile?: (stored: never) => unknown;
}

export interface StoredList {
  readonly field: string;
  /** The relation to its rows. */
  readonly relation: string;
  readonly stored: Stored;
}

type NameIn<Model extends CatalogueModel> = keyof ColumnsOf<Model> & string;

/** The column of a field with another name, perhaps in another unit. */
type ColumnOfField<Model extends CatalogueModel, Value> =
  | NameIn<Model>
  | {
      readonly name: NameIn<Model>;
      readonly toStored?: (value: Value) => unknown;
      readonly toFile?: (stored: never) => unknown;
    };

/** These columns redefine an entry for others, or all but texts and those that are only shown: a forgotten one raises too much. */
type Redefines<Column> = { readonly raises: readonly RaisedKind[] } & (
  | { readonly columns: readonly Column[] }
  | { readonly shown: readonly Column[] }
);

interface Declared extends Pick<CatalogueTable, 'counted' | 'raises'> {
  readonly redefines?: Redefines<string>;
  readonly within?: readonly string[];
  readonly columns?: object;
  readonly lists?: object;
  readonly counts?: object;
  readonly isDistinct?: boolean;
  readonly include?: object;
  readonly read?: (row: never) => object;
}

interface Declaration<Model extends CatalogueModel, Entry> extends Declared {
  readonly redefines?: Redefines<NameIn<Model>>;
  readonly within?: readonly NameIn<Model>[];
  readonly columns?: { readonly [Field in keyof Entry]?: ColumnOfField<Model, Entry[Field]> };
  readonly lists?: { readonly [Field in keyof Entry]?: Stored };
  /** What elements of a list in a column are counted as, where that is not the name of the field. */
  readonly counts?: { readonly [Field in keyof Entry]?: CountedKind };
}

type Fields<D, Option extends string> = D extends { readonly [Name in Option]: infer Named } ? Named : unknown;
type NameOf<Column> = Column extends { readonly name: infer Name } ? Name : Column;

/** The columns that an entry fills. */
type Filled<Model extends CatalogueModel, Entry, D> =
  | Exclude<keyof Entry, keyof Fields<D, 'columns'> | keyof Fields<D, 'lists'> | '_id'>
  | NameOf<Fields<D, 'columns'>[keyof Fields<D, 'columns'>]>
  | (D extends { readonly within: readonly (infer Column)[] } ? Column : never)
  | ('_id' extends keyof Entry ? 'number' | 'id' : never)
  | ('position' & NameIn<Model>);

type Complete<Model extends CatalogueModel, Entry, D> = [Exclude<NameIn<Model>, Filled<Model, Entry, D>>] extends [
  never,
]
  ? [Exclude<Filled<Model, Entry, D>, NameIn<Model>>] extends [never]
    ? unknown
    : { readonly 'has fields without a column': Exclude<Filled<Model, Entry, D>, NameIn<Model>> }
  : { readonly 'has columns without a field': Exclude<NameIn<Model>, Filled<Model, Entry, D>> };

/** A table whose rows are counted, and change, by themselves. */
export function entry<M extends CatalogueModel, S extends z.ZodType, const D extends Declaration<M, z.output<S>>>(
  model: M,
  schema: S,
  declaration: D & Complete<M, z.output<S>, D>,
): Stored {
  return declare(model, schema, { ...declaration, isEntry: true });
}

/** A table whose rows are parts of the entry that lists them. */
export function part<M extends CatalogueModel, S extends z.ZodType, const D extends Declaration<M, z.output<S>>>(
  model: M,
  schema: S,
  declaration: D & Complete<M, z.output<S>, D>,
): Stored {
  return declare(model, schema, { ...declaration, isEntry: false });
}

/** A number or code in a list, which refers to another entry: a row with the keys of both. */
export function link<M extends CatalogueModel>(
  model: M,
  name: NameIn<M>,
  declaration: Pick<Declaration<M, never>, 'counted' | 'raises'> & { readonly within: readonly NameIn<M>[] },
): Stored {
  const stored = declare(model, z.object({}), { ...declaration, isEntry: false });
  return { ...stored, fields: [{ field: null, name, column: columnOf(name) }] };
}

/** The objects that an entry may be; the variants of one have the same fields. */
export function variantsOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  return schema instanceof z.ZodDiscriminatedUnion ? schema.options : [schema];
}

/**
 * The columns of an entry with a number and an ObjectId. An entry without an ObjectId gets one, which is used only if its row
 * is new.
 */
const NUMBERED = {
  id: 'number',
  _id: { name: 'id', toStored: (id: string | undefined) => id?.toLowerCase() ?? new ObjectId().toHexString() },
};

function declare(
  model: CatalogueModel,
  schema: z.core.$ZodType,
  { columns, lists = {}, counts, within = [], redefines, ...declared }: Declared & { readonly isEntry: boolean },
): Stored {
  const shape: Readonly<Record<string, z.core.$ZodType>> = (variantsOf(schema)[0] as z.ZodObject).shape;
  const isNumbered = '_id' in shape;
  const elsewhere: Record<string, string | Pick<StoredField, 'name'>> = { ...(isNumbered && NUMBERED), ...columns };
  const fields = Object.keys(shape)
    .filter((field) => field in elsewhere || !(field in lists))
    .map((field): StoredField & { field: string } => {
      const column = elsewhere[field] ?? field;
      const stored = typeof column === 'string' ? { name: column } : column;
      return { field, ...stored, column: columnOf(stored.name) };
    });
  const key = keyOf(model);
  const redefiningColumns =
    redefines && 'shown' in redefines
      ? fields
          .filter(
            // biome-ignore lint/style/noNonNullAssertion: `fields` are those of the shape.
            ({ field, name }) => !isLocalized(shape[field]!) && ![...redefines.shown, ...key, 'id'].includes(name),
          )
          .map(({ name }) => name)
      : (redefines?.columns ?? []);
  const hasPosition = fieldOf(model, 'position') !== undefined;
  const parts: Record<string, CountedKind> = {};
  for (const { field, name, column } of fields) {
    // biome-ignore lint/style/noNonNullAssertion: the object has this key.
    const kind = { [field]: field, ...counts }[field]!;
    // biome-ignore lint/style/noNonNullAssertion: `fields` are those of the shape.
    const counted = key.includes(name) ? null : partKind(model, name, shape[field]!, kind);
    if (counted) parts[column] = counted;
  }
  return {
    isDistinct: false,
    ...declared,
    model,
    schema,
    table: tableOf(model),
    key: key.map(columnOf),
    owner: (declared.isEntry ? key : within).map(columnOf),
    immutable: isNumbered ? ['id', ...within.map(columnOf)] : [],
    ...(Object.keys(parts).length > 0 && { parts }),
    ...(redefines && { redefines: { raises: redefines.raises, columns: redefiningColumns.map(columnOf) } }),
    within: within.map(columnOf),
    hasPosition,
    order: [...new Set([...(hasPosition ? ['position'] : []), ...key.filter((name) => !within.includes(name))])],
    fields,
    lists: Object.entries<Stored>(lists as Record<string, Stored>).map(([field, stored]) => {
      return { field, stored, relation: relationTo(model, stored.model) };
    }),
  };
}

/** What the content of a column is counted as; null: it is one value that is always there. */
function partKind(model: CatalogueModel, name: string, value: z.core.$ZodType, kind: string): CountedKind | null {
  if (isLocalized(value)) return 'texts';
  // biome-ignore lint/style/noNonNullAssertion: a declared column is one of the model; a test declares them all.
  const { isList, isRequired, type } = fieldOf(model, name)!;
  if (!isList && type !== 'Json') return isRequired ? null : 'details';
  const counted = COUNTED_KINDS.find((one) => one === kind);
  if (!counted) throw new TypeError(`nothing says what the elements of ${model}.${name} are counted as`);
  return counted;
}

function isLocalized(value: z.core.$ZodType): boolean {
  return (
    value === localized || value === localizedUrl || (value instanceof z.ZodDefault && isLocalized(value.unwrap()))
  );
}
