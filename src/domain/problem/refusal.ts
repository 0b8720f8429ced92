/** Refusals as values with their facts, by the declarations of `refusals.ts` (F7). */
import type { ValuesOf } from './fact.ts';
import type { InputCode } from './input-reasons.ts';
import { REFUSALS } from './refusals.ts';

type Declared = typeof REFUSALS;
export type RefusalKind = keyof Declared;

type CodesOf<Kind extends RefusalKind> = Declared[Kind] extends { readonly codes: infer Codes } ? Codes : never;
type FactsOfCode<Declaration> = Declaration extends { readonly facts: infer Facts } ? ValuesOf<Facts> : unknown;
type RefusalWithCode<Kind extends RefusalKind, Codes = CodesOf<Kind>> = {
  [Code in keyof Codes]: { readonly kind: Kind; readonly code: Code } & FactsOfCode<Codes[Code]>;
}[keyof Codes];

/** A refusal of these kinds. */
export type Refusal<Kind extends RefusalKind = RefusalKind> = {
  [K in Kind]: ValuesOf<Declared[K]['facts']> &
    ([CodesOf<K>] extends [never] ? { readonly kind: K } : RefusalWithCode<K>);
}[Kind];

export type Request = Declared[RefusalKind]['refuses'][number];
export type KindOf<Name extends Request> = {
  [K in RefusalKind]: Name extends Declared[K]['refuses'][number] ? K : never;
}[RefusalKind];
/** What a request can be refused for. */
export type RefusalOf<Name extends Request> = Refusal<KindOf<Name>>;

type CodeOfKind<Kind extends RefusalKind> = Declared[Kind] extends { readonly code: infer Code }
  ? Code
  : keyof CodesOf<Kind>;
/** The codes of refusals: that of the kind, or one of those that its values name. */
export type RefusalCode<Kind extends RefusalKind = RefusalKind> = { [K in Kind]: CodeOfKind<K> }[Kind];
/** The codes of what a request can be refused for. */
export type RefusalCodeOf<Name extends Request> = RefusalCode<KindOf<Name>>;
/** The codes of refusals and of problems of inputs. */
export type ProblemCode = RefusalCode | InputCode;

export const REFUSAL_KINDS = Object.keys(REFUSALS) as RefusalKind[];

/** The kinds of refusal that a request may have. */
export function kindsOf<Name extends Request>(name: Name): KindOf<Name>[] {
  const refuses = (kind: RefusalKind) => (REFUSALS[kind].refuses as readonly Request[]).includes(name);
  return REFUSAL_KINDS.filter(refuses) as KindOf<Name>[];
}

const KIND_OF_TYPE = new Map<string | undefined, RefusalKind>(REFUSAL_KINDS.map((kind) => [REFUSALS[kind].type, kind]));

/** The kind of refusal that a type of GraphQL shows; undefined: none. */
export function kindOfType(type: string | undefined): RefusalKind | undefined {
  return KIND_OF_TYPE.get(type);
}

/** The codes of a kind with what they mean and their status. */
export function codesOfKind(kind: RefusalKind): { code: RefusalCode; description: string; status: number }[] {
  const declared = REFUSALS[kind];
  const { status } = declared;
  if ('code' in declared) return [{ code: declared.code, description: declared.meaning, status }];
  return Object.entries(declared.codes).map(([code, one]) => ({ status, ...one, code: code as RefusalCode }));
}

/** The codes of what a request can be refused for. */
export function codesOf<Name extends Request>(name: Name): RefusalCodeOf<Name>[] {
  return kindsOf(name).flatMap((kind) => codesOfKind(kind).map(({ code }) => code as RefusalCodeOf<Name>));
}

/** The code of a refusal. */
export function codeOf<Kind extends RefusalKind>(refusal: { readonly kind: Kind }): RefusalCode<Kind> {
  const { code } = { ...REFUSALS[refusal.kind], ...refusal } as unknown as { code: RefusalCode<Kind> };
  return code;
}

/** Input that is refused for its problems. */
export function invalidInput(problems: Refusal<'invalidInput'>['problems']): Refusal<'invalidInput'> {
  return { kind: 'invalidInput', problems };
}

export function notFound(subject: Refusal<'notFound'>['subject'], id: string): Refusal<'notFound'> {
  return { kind: 'notFound', subject, id };
}
