/** Facts about the models of `prisma/schema.prisma` that programs derive something from. */
import { getDatamodel } from './generated/pothos.ts';
import type { Prisma } from './generated/prisma/client.ts';

const { models } = getDatamodel().datamodel;

function modelOf(name: Prisma.ModelName) {
  const model = models[name];
  if (!model) throw new TypeError(`there is no model ${name}`);
  return model;
}

/** The columns of a model, by the names of its fields. */
export type ColumnsOf<Model extends Prisma.ModelName> = Prisma.TypeMap['model'][Model]['payload']['scalars'];

/** The field of a model with this name; undefined: it has none. */
export function fieldOf(model: Prisma.ModelName, name: string) {
  return modelOf(model).fields.find((field) => field.name === name);
}

/** The fields of the primary key, in its order. */
export function keyOf(model: Prisma.ModelName): readonly string[] {
  const { fields, primaryKey } = modelOf(model);
  return primaryKey?.fields ?? fields.filter(({ isId }) => isId).map(({ name }) => name);
}

/** The field of a model that lists, or has, rows of another one. */
export function relationTo(model: Prisma.ModelName, other: Prisma.ModelName): string {
  const relation = modelOf(model).fields.find(({ kind, type }) => kind === 'object' && type === other);
  if (!relation) throw new TypeError(`${model} has no relation to ${other}`);
  return relation.name;
}

const snakeCased = new Map<string, string>();

/** The name in the database: the column of `checkInFrom` is `check_in_from`. */
export function columnOf(field: string): string {
  const known = snakeCased.get(field);
  if (known !== undefined) return known;
  const column = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  snakeCased.set(field, column);
  return column;
}

/** The table of `HotelImage` is `hotel_image`. */
export function tableOf(model: Prisma.ModelName): string {
  return columnOf(model).slice(1);
}
