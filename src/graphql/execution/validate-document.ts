/**
 * The only way to validate a document. Its limits come first, in linear time, so a document beyond them costs no
 * validation. Then the rules of GraphQL: their errors may repeat (short) names of fields, arguments, types, fragments,
 * variables and operations, but nothing in the place of a value, which may be personal data: no literals, enumeration
 * values or names in objects. Directives that split an answer into parts are unknown (F13).
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
  SingleFieldSubscriptionsRule,
  specifiedRules,
  UniqueFragmentNamesRule,
  UniqueInputFieldNamesRule,
  type ValidationContext,
  type ValidationRule,
  ValuesOfCorrectTypeRule,
  validate,
} from 'graphql';
import { measureDocument, type OperationLimits, tooLarge } from './operation-limits.ts';
import { describeExpected } from './values/expected-values.ts';
import { RefusedLiteralsRule } from './values/refused-values.ts';
import { isRepeatable, nearFields } from './values/unknown-names.ts';

export const LIMITS: OperationLimits = {
  // A list of visit types with all fields down to names of places. Cycles beyond multiply the answer.
  depth: 10,
  fields: 1_000,
  aliases: 50,
  directives: 50,
  introspections: 5,
  queryFields: 20,
  // One booking per operation, so that none can fail in part.
  mutationFields: 1,
  repetitions: 100,
};

/** Nobody reads more, and each may search the schema for similar names. */
const MAX_ERRORS = 20;

/** Rules whose errors would repeat values, with our wording. */
const REWORDED: ReadonlyMap<ValidationRule, (error: GraphQLError, context: ValidationContext) => string> = new Map([
  [ValuesOfCorrectTypeRule, describeValueProblem],
  [UniqueInputFieldNamesRule, () => 'A field of the object stands there twice; expected it once.'],
]);

const RULES = [
  ...specifiedRules.map((rule) => {
    const worded = REWORDED.get(rule);
    return worded ? rewordRule(rule, worded) : rule;
  }),
  RefusedLiteralsRule,
];

/** Checked first, because the other rules would take long on such fragments. */
const RULES_OF_FRAGMENTS = [UniqueFragmentNamesRule, NoFragmentCyclesRule];

/** The limits that a document exceeds (OPERATION_TOO_LARGE), else the rules that it breaks. */
export function validateDocument(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  const { excesses, isAmbiguous } = measureDocument(document, LIMITS);
  if (excesses.length > 0) return excesses;
  const ambiguities = isAmbiguous ? validate(schema, document, RULES_OF_FRAGMENTS, { maxErrors: MAX_ERRORS }) : [];
  if (ambiguities.length > 0) return ambiguities;
  const errors = validateByRules(schema, document);
  const last = errors.at(-1);
  // The rule for repeated fields aborts with this error, which has no location.
  const hasGivenUp = last?.message === 'Validation aborted.' && !last.nodes;
  return hasGivenUp ? [tooLarge('The document repeats fields too often to be validated.')] : errors;
}

/**
 * The rule for subscriptions evaluates directives, and throws where their arguments are wrong. The other rules report that, and
 * repeat no value.
 */
function validateByRules(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  const options = { maxErrors: MAX_ERRORS };
  try {
    return validate(schema, document, RULES, options);
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const others = RULES.filter((rule) => rule !== SingleFieldSubscriptionsRule);
    return validate(schema, document, others, options);
  }
}

/** The rule with our messages for the same errors. */
function rewordRule(
  rule: ValidationRule,
  worded: (error: GraphQLError, context: ValidationContext) => string,
): ValidationRule {
  return (context): ASTVisitor => {
    // All that these rules use.
    const own: Partial<ValidationContext> = {
      hideSuggestions: true,
      getInputType: () => context.getInputType(),
      getParentInputType: () => context.getParentInputType(),
      reportError: (error) => context.reportError(new GraphQLError(worded(error, context), { nodes: error.nodes })),
    };
    return rule(own as ValidationContext);
  };
}

/** Call it while the rule visits the value: the context then knows the expected type. */
function describeValueProblem({ message, nodes }: GraphQLError, context: ValidationContext): string {
  const node = nodes?.[0];
  if (node?.kind === Kind.OBJECT_FIELD) {
    const parent = getNamedType(context.getParentInputType());
    const name = node.name.value;
    if (!isInputObjectType(parent) || !isRepeatable(name)) {
      return `A field of the object is not known; expected one of the type "${parent?.name}".`;
    }
    return `Field "${name}" is not defined by type "${parent.name}".${nearFields(name, parent)}`;
  }
  const type = context.getInputType();
  const named = getNamedType(type);
  if (node?.kind === Kind.OBJECT && isInputObjectType(named)) {
    // The rule reports each missing field; its other message is about the number of fields.
    const wordings = Object.values(named.getFields()).map(
      (field) => `Field "${named.name}.${field.name}" of required type "${field.type}" was not provided.`,
    );
    return wordings.find((wording) => wording === message) ?? `Expected exactly one field of "${named.name}".`;
  }
  if (!type) return 'The value is not of the expected type.';
  return `Expected ${describeExpected(type)}${node?.kind === Kind.NULL ? ', not null' : ''}.`;
}
