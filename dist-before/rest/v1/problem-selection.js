/** The selection of what went wrong in a typed result: told apart by `__typename`, mapped to statuses in one place. */
export const PROBLEM = `
  __typename
  ... on Problem { code message }
  ... on InvalidInput { problems { path code message } }`;
//# sourceMappingURL=problem-selection.js.map