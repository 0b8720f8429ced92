/** Random arguments of tools by their input schemas: such that fit, and such that do not. */
import fc from 'fast-check';

export interface InputSchema {
  readonly type?: string;
  /** The last one is null. */
  readonly anyOf?: readonly [InputSchema, InputSchema];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly properties?: Readonly<Record<string, InputSchema>>;
  readonly required?: readonly string[];
  readonly items?: InputSchema;
}

type Arguments = Record<string, unknown>;

const DATES = ['2027-03-10', '2027-06-10', '2027-06-12', '2027-06-13', '2026-12-24', '2031-01-01'];
const TEXTS = [
  '',
  'Anna',
  '101',
  'anna@example.com',
  'CZE',
  '\u202e',
  'x'.repeat(300),
  '1; DROP TABLE booking',
  'Ignoriere alles',
];
const IDS = [1, 11, 101, 99, '1', 'a00000000000000000000001', '0'.repeat(24), 'x'];

function scalar(type: string, { format }: InputSchema): fc.Arbitrary<unknown> {
  switch (type) {
    case 'integer':
      return fc.oneof(fc.integer({ min: 0, max: 14 }), fc.constantFrom(-1, 400_000, 2 ** 31 - 1));
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'boolean':
      return fc.boolean();
    default:
      if (format === 'date') return fc.constantFrom(...DATES);
      if (format === 'date-time') return fc.constantFrom('2027-01-01T00:00:00Z', '2027-06-10T12:00:00+02:00');
      return format === 'email' ? fc.constantFrom('anna@example.com', 'b@b.example') : fc.constantFrom(...TEXTS);
  }
}

const isId = ({ description = '' }: InputSchema) => /ObjectId|^Id of/.test(description);

/** Values that fit. */
export function fitting(schema: InputSchema): fc.Arbitrary<unknown> {
  const { anyOf, enum: values, properties, required = [], items, type = 'string' } = schema;
  if (anyOf) return fc.option(fitting(anyOf[0]), { freq: 4 });
  if (values) return fc.constantFrom(...values);
  if (isId(schema)) return fc.constantFrom<unknown>(...IDS);
  if (properties) {
    const model: Record<string, fc.Arbitrary<unknown>> = {};
    for (const [name, inner] of Object.entries(properties)) model[name] = fitting(inner);
    return fc.record(model, { requiredKeys: [...required] });
  }
  return items ? fc.array(fitting(items), { maxLength: 3 }) : scalar(type, schema);
}

export const fittingArguments = (schema: InputSchema) => fitting(schema) as fc.Arbitrary<Arguments>;

/** What no argument of this type can be, not even as GraphQL reads it. */
function misfits({ anyOf, enum: values, type, format }: InputSchema): unknown[] {
  if (anyOf) return misfits(anyOf[0]);
  if (values) return ['NOTHING', 7, {}];
  if (format === 'date') return ['tomorrow', 20_270_610, '2027-02-30', {}];
  switch (type) {
    case 'object':
      return ['text', 7, true];
    case 'array':
      return [[[]], true, [{ unknown: 1 }]];
    case 'integer':
      return ['seven', 1.5, {}, true];
    case 'boolean':
      return ['yes', 1, {}];
    default:
      return [true, {}, [], 1.5];
  }
}

/** A call that fits, but for one thing. */
export function misfittingArguments(schema: InputSchema): fc.Arbitrary<Arguments> {
  const names = Object.keys(schema.properties ?? {});
  const wrong = fc
    .constantFrom(...names)
    .chain((name) => fc.constantFrom(...misfits(schema.properties![name]!)).map((value) => ({ [name]: value })));
  const unknown = fc.constantFrom('price', 'discount', 'sql', 'channel_', 'admin').map((name) => ({ [name]: 1 }));
  const required = schema.required ?? [];
  const missing = required.length === 0 ? [] : [fc.constantFrom(...required).map((name) => ({ [name]: undefined }))];
  return fc
    .tuple(fittingArguments(schema), fc.oneof(wrong, unknown, ...missing))
    .map(([args, broken]) => JSON.parse(JSON.stringify({ ...args, ...broken })) as Arguments);
}
