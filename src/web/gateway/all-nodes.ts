export interface Page<Node> {
  readonly nodes: readonly Node[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** All nodes of a list, page by page. `ask` returns the page that begins after a cursor; null: the first. */
export async function allNodes<Node>(ask: (after: string | null) => Promise<Page<Node>>): Promise<Node[]> {
  const nodes: Node[] = [];
  for (let after: string | null = null; ; ) {
    const page: Page<Node> = await ask(after);
    nodes.push(...page.nodes);
    if (!page.pageInfo.hasNextPage) return nodes;
    after = page.pageInfo.endCursor;
  }
}
