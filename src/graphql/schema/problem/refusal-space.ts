/**
 * How much room an answer has for refusals (A2). An operation may ask for the same problems in twenty fields and under fifty names, so
 * all of its lists of problems share one space; and an answer of nothing but refusals is counted as such, for whoever writes it.
 */
import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';
import type { InputProblem } from '../../../domain/problem/input-problem.ts';
import { MAX_PROBLEM_BYTES } from '../../../domain/text/refusal-bounds.ts';
import type { Refused, RequestContext } from '../../../operations/access/request-context.ts';
import { wordInputProblem } from '../../../wording/word-problem.ts';

function refusedOf(context: RequestContext): Refused {
  context.refused ??= { spaceLeft: MAX_PROBLEM_BYTES, fields: 0 };
  return context.refused;
}

/** The first problems that there is still room for, as they are selected; a list that has taken all room leaves none. */
export function problemsWithRoom(
  problems: readonly InputProblem[],
  context: RequestContext,
  info: SelectedFields,
): readonly InputProblem[] {
  const valueIn = (problem: InputProblem, name: string): unknown =>
    name === 'message'
      ? wordInputProblem(problem, context.messages)
      : ({ ...problem.facts, path: problem.path } as Record<string, unknown>)[name];
  return entriesWithRoom(problems, valueIn, context, info);
}

/**
 * The entries of any list of a refusal for which the answer has room. `valueIn` gives at least the texts of an entry, by the
 * names of their fields.
 */
export function entriesWithRoom<Entry>(
  entries: readonly Entry[],
  valueIn: (entry: Entry, name: string) => unknown,
  context: RequestContext,
  info: SelectedFields,
): readonly Entry[] {
  const refused = refusedOf(context);
  const selected = selectedLeaves(info);
  const end = entries.findIndex((entry) => {
    refused.spaceLeft -= bytesOf(selected, (name) => valueIn(entry, name));
    return refused.spaceLeft < 0;
  });
  return end < 0 ? entries : entries.slice(0, end);
}

type SelectedFields = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>;

/** Records that a root field was refused. */
export function countRefused(context: RequestContext): void {
  refusedOf(context).fields += 1;
}

interface SelectedLeaf {
  readonly name: string;
  /** Its key in the answer. */
  readonly key: string;
}

/** All leaves that are selected of an entry, once for each name. */
function selectedLeaves({ fieldNodes, fragments }: SelectedFields): SelectedLeaf[] {
  const leaves: SelectedLeaf[] = [];
  function collect({ selections }: SelectionSetNode): void {
    for (const selection of selections) {
      // biome-ignore lint/style/noNonNullAssertion: a valid document has the fragments that it spreads.
      if (selection.kind === Kind.FRAGMENT_SPREAD) collect(fragments[selection.name.value]!.selectionSet);
      else if (selection.selectionSet) collect(selection.selectionSet);
      else if (selection.kind === Kind.FIELD)
        leaves.push({ name: selection.name.value, key: (selection.alias ?? selection.name).value });
    }
  }
  for (const { selectionSet } of fieldNodes) if (selectionSet) collect(selectionSet);
  return leaves;
}

/** Quotation marks, colon and comma of a field; and more than any number, date, code or null takes. */
const FIELD_BYTES = 4;
const VALUE_BYTES = 44;

/** At most so many bytes of the answer. */
function bytesOf(selected: readonly SelectedLeaf[], valueIn: (name: string) => unknown): number {
  return selected.reduce((bytes, { name, key }) => {
    const value = valueIn(name);
    const isText = typeof value === 'string' || Array.isArray(value);
    return bytes + key.length + FIELD_BYTES + (isText ? Buffer.byteLength(JSON.stringify(value)) : VALUE_BYTES);
  }, FIELD_BYTES);
}
