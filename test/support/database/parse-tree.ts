/** Trees of PostgreSQL's parser, as the server prints them: `{QUERY :commandType 1 :targetList ({TARGETENTRY :expr ...`. */

export type TreeValue = TreeNode | readonly TreeValue[] | string | null;
export interface TreeNode {
  readonly kind: string;
  readonly [field: string]: TreeValue | undefined;
}

const TOKEN = /[(){}]|(?:\\.|[^\s(){}\\])+/g;

export function parseTree(printed: string): TreeNode {
  const tokens = printed.match(TOKEN) ?? [];
  let at = 0;
  const read = (): TreeValue => {
    const token = tokens[at++] ?? '';
    if (token === '<>') return null;
    if (token === '(') {
      const list = until(')');
      at++;
      return list;
    }
    if (token !== '{') return token.replaceAll(/^"(?=.)|"$|\\(?=.)/g, '');
    const node: Record<string, TreeValue> & { kind: string } = { kind: tokens[at++] ?? '' };
    while (tokens[at] !== '}') {
      const field = tokens[at++]?.slice(1) ?? '';
      const [value = null, ...more] = until('}', /^:/);
      node[field] = more.length === 0 ? value : [value, ...more];
    }
    at++;
    return node;
  };
  const until = (end: string, before = /^$/): TreeValue[] => {
    const values: TreeValue[] = [];
    for (let next = tokens[at]; next !== undefined && next !== end && !before.test(next); next = tokens[at])
      values.push(read());
    return values;
  };
  return read() as TreeNode;
}

export const isNode = (value: TreeValue | undefined): value is TreeNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value as a list; null is an empty one. */
export const listIn = (value: TreeValue | undefined): readonly TreeValue[] =>
  Array.isArray(value) ? value : value === null || value === undefined ? [] : [value as TreeValue];

export const nodesIn = (value: TreeValue | undefined): TreeNode[] => listIn(value).filter(isNode);

/** The node and all below it. */
export function* everyNode(value: TreeValue | undefined): Generator<TreeNode> {
  if (isNode(value)) yield value;
  for (const child of isNode(value) ? Object.values(value) : Array.isArray(value) ? value : []) yield* everyNode(child);
}
