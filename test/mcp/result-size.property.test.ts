/** What fits into a result (X5), against an oracle that knows only what must hold of it. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withinBytes } from '../../src/mcp/result-size.ts';

const node = fc.record({
  id: fc.string({ minLength: 4, maxLength: 40 }),
  name: fc.record({ text: fc.string({ maxLength: 600 }) }),
  tags: fc.array(fc.string({ maxLength: 30 }), { maxLength: 6 }),
});
const page = fc.array(node, { maxLength: 40 }).map((nodes) => ({
  totalCount: nodes.length,
  edges: nodes.map((one, index) => ({ cursor: `c${index}`, node: one })),
  pageInfo: { hasNextPage: false, endCursor: nodes.length > 0 ? `c${nodes.length - 1}` : null },
}));

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

test('what fits is as it was; of anything else the rows that are left are the first ones, and the page goes on after them', () => {
  fc.assert(
    fc.property(page, fc.integer({ min: 600, max: 8_000 }), (stays, most) => {
      const before = structuredClone(stays);
      const { data, isCut } = withinBytes({ stays }, most);
      expect(stays).toEqual(before);
      expect(bytes(data)).toBeLessThanOrEqual(most);
      expect(isCut).toBe(bytes({ stays }) > most);
      if (!isCut) return void expect(data).toEqual({ stays });
      const shown = (data as { stays: typeof stays }).stays;
      expect(shown.edges.map(({ cursor }) => cursor)).toEqual(
        stays.edges.slice(0, shown.edges.length).map(({ cursor }) => cursor),
      );
      expect(shown.edges.map(({ node: { id } }) => id)).toEqual(
        stays.edges.slice(0, shown.edges.length).map(({ node: { id } }) => id),
      );
      const isWhole = shown.edges.length === stays.edges.length;
      expect(shown.pageInfo).toEqual(
        isWhole ? stays.pageInfo : { hasNextPage: true, endCursor: shown.edges.at(-1)?.cursor ?? null },
      );
      for (const [
        index,
        {
          node: { name },
        },
      ] of shown.edges.entries()) {
        const whole = stays.edges[index]!.node.name.text;
        expect(name.text === whole || whole.startsWith(name.text.slice(0, -1))).toBe(true);
      }
    }),
  );
});
