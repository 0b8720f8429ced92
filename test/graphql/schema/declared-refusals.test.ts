/** A problem is declared once (F7): what interfaces show of it follows from the declaration, and what a language owes does not compile without. */
import {
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLUnionType,
  getNamedType,
  isLeafType,
  isObjectType,
  isUnionType,
  OverlappingFieldsCanBeMergedRule,
  parse,
  validate,
} from 'graphql';
import { expect, test } from 'vitest';
import {
  codesOf,
  codesOfKind,
  kindsOf,
  REFUSAL_KINDS,
  type Refusal,
  type RefusalOf,
  type Request,
} from '../../../src/domain/problem/refusal.ts';
import { REFUSALS } from '../../../src/domain/problem/refusals.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { BookingCounts } from '../../../src/operations/booking/booking-counts.ts';
import type { OwedTexts } from '../../../src/wording/owed-texts.ts';
import { texts } from '../../../src/wording/texts/generated/texts.ts';

const problem = schema.getType('Problem')!;
const isProblem = (type: unknown) => isObjectType(type) && type.getInterfaces().some((one) => one === problem);
const declaredTypes = (kinds: readonly (keyof typeof REFUSALS)[]) => kinds.map((kind) => REFUSALS[kind].type).sort();

/** Root fields whose result may be a problem. */
const results = [schema.getQueryType()!, schema.getMutationType()!].flatMap((root) =>
  Object.values(root.getFields()).flatMap(({ name, type }): [Request, GraphQLUnionType][] => {
    const result = getNamedType(type);
    return isUnionType(result) && result.getTypes().some(isProblem) ? [[name as Request, result]] : [];
  }),
);

test('every request that is declared to be refused has a result, and no other one', () => {
  const declared = new Set(REFUSAL_KINDS.flatMap((kind): readonly Request[] => REFUSALS[kind].refuses));
  expect(results.map(([name]) => name).sort()).toEqual([...declared].sort());
});

test.each(results)('%s may be refused for what is declared, and for nothing else', (name, result) => {
  const members = result.getTypes().filter(isProblem);
  expect(members.map((member) => member.name).sort()).toEqual(declaredTypes(kindsOf(name)));
});

test.each(results)(
  '%s has members whose fields of one name have one type: a client selects all without aliases',
  (name, result) => {
    const members = result.getTypes().map((member) => {
      const fields = Object.values(member.getFields());
      const selected = fields.map(
        (field) => field.name + (isLeafType(getNamedType(field.type)) ? '' : ' { __typename }'),
      );
      return `... on ${member.name} { ${selected.join(' ')} }`;
    });
    const root = schema.getMutationType()!.getFields()[name] ? 'mutation' : 'query';
    const document = parse(`${root} { ${name} { ${members.join(' ')} } }`);
    expect(validate(schema, document, [OverlappingFieldsCanBeMergedRule])).toEqual([]);
  },
);

test.each(results)('%s answers an outcome of a kind that nobody declared as no success: it fails', (_, result) => {
  const typeOf = (outcome: object) => result.resolveType?.(outcome, {}, {} as GraphQLResolveInfo, result);
  expect(() => typeOf({ kind: 'undeclared' })).toThrow(TypeError);
  expect(() => typeOf({ id: 'without a kind' })).toThrow(TypeError);
});

test('each kind is a type with a field for each fact that is shown', () => {
  for (const kind of REFUSAL_KINDS) {
    const declared = REFUSALS[kind];
    const fields = Object.keys((schema.getType(declared.type) as GraphQLObjectType).getFields());
    const shown = Object.entries(declared.facts).filter(([, { shown: as }]) => as !== null);
    const names = shown.map(([name, { shown: as }]) => (as === 'number' ? `${name}Number` : name));
    expect(fields).toEqual(expect.arrayContaining(['code', 'message', ...names]));
  }
});

test('a code means one kind, and has a status of a refusal', () => {
  const obstructed = ['notCancellable', 'notConfirmable', 'notDeclinable', 'notMarkable', 'notReinstatable'];
  const codes = REFUSAL_KINDS.filter((kind) => !obstructed.includes(kind)).flatMap(codesOfKind);
  expect(new Set(codes.map(({ code }) => code)).size).toBe(codes.length);
  for (const { status } of REFUSAL_KINDS.flatMap(codesOfKind)) expect([400, 404, 409, 422, 429]).toContain(status);
});

test('the metric of bookings has a series for each code that a booking may be refused with', () => {
  const series = [...new BookingCounts().entries()].map(([code]) => code);
  expect(series).toEqual(expect.arrayContaining(codesOf('createBooking')));
});

test('a language without a text, a text without its fact and a refusal that is not declared do not compile', () => {
  const { noCapacity: _, ...others } = texts.en.refusals;
  // @ts-expect-error The text is owed.
  const missing: OwedTexts['refusals'] = others;
  const priced = { noCapacity: ({ amount }: { readonly amount: string }) => `It costs ${amount}.` };
  // @ts-expect-error A night without a room has no price.
  const wrong: OwedTexts['refusals'] = { ...texts.en.refusals, ...priced };
  const counted = { most: 1, open: 1, retryAfterSeconds: 60, holder: 'client', oldest: null } as const;
  const held: Refusal<'tooManyHolds'> = { kind: 'tooManyHolds', ...counted };
  // @ts-expect-error Bookings are not refused for too many holds.
  const refused: RefusalOf<'createBooking'> = held;
  expect([missing, wrong, refused]).toHaveLength(3);
});
