/**
 * The one way in which a document is found valid. What it may have at most is counted first, in a time that grows with its
 * length, so that a document beyond the limits costs no validation. Then the rules of GraphQL, whose refusals repeat names of
 * fields, arguments, types, fragments, variables and operations (short ones: longer are never parsed) but nothing that stands
 * in the place of a value: no literal, no value of an enumeration and no name in an object, which may hold anybody's data.
 */
import {
  type ASTVisitor,
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  Kind,
  NoFragmentCyclesRule,
  specifiedRules,
  UniqueFragmentNamesRule,
  UniqueInputFieldNamesRule,
  type ValidationContext,
  type ValidationRule,
  ValuesOfCorrectTypeRule,
  validate,
} from 'graphql';
import { describeExpected } from './expected-values.ts';
import { measureDocument, type OperationLimits, tooLarge } from './operation-limits.ts';

export const LIMITS: OperationLimits = {
  // As deep as a list of visit types with everything on the way to the names of places. Cycles beyond multiply the answer.
  depth: 10,
  fields: 1_000,
  aliases: 50,
  directives: 50,
  introspections: 5,
  queryFields: 20,
  // One booking an operation: what failed and what did not is never a matter of several.
  mutationFields: 1,
  repetitions: 100,
};

/** Beyond so many nobody reads on, and each may look for a name of the schema that was meant. */
const MAX_ERRORS = 20;

/** Rules whose errors would repeat values, and how theirs are worded instead. */
const REWORDED: ReadonlyMap<ValidationRule, (error: GraphQLError, context: ValidationContext) => string> = new Map([
  [ValuesOfCorrectTypeRule, describeValueProblem],
  [UniqueInputFieldNamesRule, () => 'A field of the object stands there twice; expected it once.'],
]);

const RULES = specifiedRules.map((rule) => {
  const worded = REWORDED.get(rule);
  return worded ? rewordRule(rule, worded) : rule;
});

/** Without these the others could follow fragments for long. */
const RULES_OF_FRAGMENTS = [UniqueFragmentNamesRule, NoFragmentCyclesRule];

/** What is wrong with a document: the limits that it is beyond (OPERATION_TOO_LARGE), else the rules that it breaks. */
export function validateDocument(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  const { excesses, isAmbiguous } = measureDocument(document, LIMITS);
  if (excesses.length > 0) return excesses;
  const options = { maxErrors: MAX_ERRORS };
  const ambiguities = isAmbiguous ? validate(schema, document, RULES_OF_FRAGMENTS, options) : [];
  if (ambiguities.length > 0) return ambiguities;
  const errors = validate(schema, document, RULES, options);
  const last = errors.at(-1);
  // The rule that compares repeated fields gives up on too many of them with this error, which has no place.
  const hasGivenUp = last?.message === 'Validation aborted.' && !last.nodes;
  return hasGivenUp ? [tooLarge('The document repeats fields too often to be validated.')] : errors;
}

/** The rule with messages of ours for the same errors. */
function rewordRule(
  rule: ValidationRule,
  worded: (error: GraphQLError, context: ValidationContext) => string,
): ValidationRule {
  return (context): ASTVisitor => {
    // All that these rules ask of a context.
    const own: Partial<ValidationContext> = {
      hideSuggestions: true,
      getInputType: () => context.getInputType(),
      getParentInputType: () => context.getParentInputType(),
      reportError: (error) => context.reportError(new GraphQLError(worded(error, context), { nodes: error.nodes })),
    };
    return rule(own as ValidationContext);
  };
}

/** Called while the rule stands at the value, so that the context knows what is expected there. */
function describeValueProblem({ message, nodes }: GraphQLError, context: ValidationContext): string {
  const node = nodes?.[0];
  if (node?.kind === Kind.OBJECT_FIELD) {
    const parent = getNamedType(context.getParentInputType());
    return `A field of the object is not known; expected one of the type "${parent?.name}".`;
  }
  const type = context.getInputType();
  const named = getNamedType(type);
  if (node?.kind === Kind.OBJECT && isInputObjectType(named)) {
    // The rule reports each field that is missing, and says nothing else that could be worded so.
    const wordings = Object.values(named.getFields()).map(
      (field) => `Field "${named.name}.${field.name}" of required type "${field.type}" was not provided.`,
    );
    return wordings.find((wording) => wording === message) ?? `Expected exactly one field of "${named.name}".`;
  }
  if (!type) return 'The value is not of the expected type.';
  return `Expected ${describeExpected(type)}${node?.kind === Kind.NULL ? ', not null' : ''}.`;
}
