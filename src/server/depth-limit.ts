/**
 * A validation rule of GraphQL: how deep an operation may be nested. Types refer to each other in circles (a hotel has a
 * destination, which has hotels), and every round multiplies the answer; no page needs more than one. Fragments count where
 * they are spread, introspection does not count. It bounds depth alone: many aliases on few levels are another matter.
 */
import {
  type ASTVisitor,
  GraphQLError,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';

/** The rule that refuses operations with fields on more than `most` levels. */
export function limitDepth(most: number): (context: ValidationContext) => ASTVisitor {
  return (context) => {
    const depthOfFragment = new Map<string, number>();

    function depthOf({ selections }: SelectionSetNode): number {
      return Math.max(0, ...selections.map(depthOfSelection));
    }

    function depthOfSelection(selection: SelectionNode): number {
      if (selection.kind === Kind.INLINE_FRAGMENT) return depthOf(selection.selectionSet);
      if (selection.kind === Kind.FRAGMENT_SPREAD) return depthOfSpread(selection.name.value);
      if (selection.name.value.startsWith('__')) return 1;
      return 1 + (selection.selectionSet ? depthOf(selection.selectionSet) : 0);
    }

    /** Looked into once, however often it is spread; one within itself is refused by another rule. */
    function depthOfSpread(name: string): number {
      const known = depthOfFragment.get(name);
      if (known !== undefined) return known;
      depthOfFragment.set(name, 0);
      const fragment = context.getFragment(name);
      const depth = fragment ? depthOf(fragment.selectionSet) : 0;
      depthOfFragment.set(name, depth);
      return depth;
    }

    return {
      OperationDefinition(operation) {
        const depth = depthOf(operation.selectionSet);
        if (depth <= most) return;
        const message = `The operation is nested ${depth} levels deep; ${most} are the most.`;
        context.reportError(new GraphQLError(message, { nodes: operation }));
      },
    };
  };
}
