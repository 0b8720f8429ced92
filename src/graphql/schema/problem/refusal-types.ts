/** The types of refusals by their declarations (F7). A fact with a shape of its own has a field in `refusal-fields.ts`, or where the shape is. */
import type { ObjectRef } from '@pothos/core';
import { type Facts, nullable } from '../../../domain/problem/fact.ts';
import {
  codeOf,
  type KindOf,
  kindsOf,
  REFUSAL_KINDS,
  type Refusal,
  type RefusalKind,
  type Request,
} from '../../../domain/problem/refusal.ts';
import { REFUSALS } from '../../../domain/problem/refusals.ts';
import type { RequestContext } from '../../../operations/access/request-context.ts';
import { wordRefusal } from '../../../wording/word-problem.ts';
import { builder, type SchemaTypes } from '../builder.ts';
import { factFields } from './fact-fields.ts';
import { ProblemCodeEnum } from './problem-codes.ts';
import { countRefused } from './refusal-space.ts';

const Problem = builder.interfaceRef<Refusal>('Problem').implement({
  description: 'Why a request could not be met. Whatever its message says is in its fields, too.',
  fields: (t) => ({
    code: t.field({
      type: ProblemCodeEnum,
      description: 'A stable code for programs.',
      resolve: (problem) => codeOf(problem),
    }),
    message: t.string({
      description:
        'A sentence for people, in the language that `Accept-Language` prefers of Czech, German, English and Russian. If it names none of them: in English, with dates as `YYYY-MM-DD`.',
      resolve: (problem, _, { messages }) => wordRefusal(problem, messages),
    }),
  }),
});

/** The facts of a kind; those that only some of its codes have are null otherwise, and say which have them. */
function factsOf(kind: RefusalKind): Facts {
  const declared = REFUSALS[kind];
  const codes: [string, { readonly facts?: Facts }][] = 'codes' in declared ? Object.entries(declared.codes) : [];
  const names = [...new Set(codes.flatMap(([, { facts = {} }]) => Object.keys(facts)))];
  const ofCodes = names.map((name) => {
    const having = codes.filter(([, { facts = {} }]) => name in facts);
    // biome-ignore lint/style/noNonNullAssertion: a name is that of a fact of some code.
    const { description, ...fact } = having[0]![1].facts![name]!;
    const only = having.map(([code]) => code).join(', ');
    return [name, nullable({ ...fact, description: description.replace(/\.$/, ` (${only}).`) })];
  });
  return { ...declared.facts, ...Object.fromEntries(ofCodes) };
}

type RefusalType<Kind extends RefusalKind> = ReturnType<typeof builder.objectRef<Refusal<Kind>>>;

export const REFUSAL_TYPES = Object.fromEntries(
  REFUSAL_KINDS.map((kind) => {
    const { type, description } = REFUSALS[kind];
    const fields = (t: Parameters<typeof factFields<Refusal>>[0]) => factFields(t, factsOf(kind), (refusal) => refusal);
    return [kind, builder.objectRef<Refusal>(type).implement({ description, interfaces: [Problem], fields })];
  }),
) as unknown as { readonly [Kind in RefusalKind]: RefusalType<Kind> };

/** The types of what a request may be refused for, for the union of its results. */
export function refusalTypes<Name extends Request>(name: Name): RefusalType<KindOf<Name>>[] {
  return kindsOf(name).map((kind) => REFUSAL_TYPES[kind] as unknown as RefusalType<KindOf<Name>>);
}

/** The type of a result of a root field that is a refusal, by its kind. */
export function typeOfRefusal({ kind }: { readonly kind?: string }, context: RequestContext): string {
  countRefused(context);
  return REFUSALS[kind as RefusalKind].type;
}

/** The results of the root field `name`: its success, under the kind that outcomes of it have, or what it may be refused for (F7). */
export function resultType<Name extends Request, Success extends object>(
  name: Name,
  success: Readonly<Record<string, ObjectRef<SchemaTypes, Success, Success>>>,
  description: string,
) {
  return builder.unionType(`${name.charAt(0).toUpperCase()}${name.slice(1)}Result`, {
    description,
    types: [...Object.values(success), ...refusalTypes(name)],
    resolveType: (result: { readonly kind?: string }, context: RequestContext) =>
      success[result.kind ?? '']?.name ?? typeOfRefusal(result, context),
  });
}
