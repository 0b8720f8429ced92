/** The tools with what follows from their operations: name, schemas, and which keys may use them (X4, X5). */
import { type GraphQLSchema, parse } from 'graphql';
import type { Scope } from '../data/generated/prisma/enums.ts';
import { PreparedDocument } from '../graphql/execution/documents.ts';
import type { Operation } from '../graphql/execution/operation.ts';
import { inputSchema } from './schema/input-schema.ts';
import { outputSchema } from './schema/output-schema.ts';
import type { JsonObject } from './schema/scalar-schema.ts';
import type { Tool } from './tool.ts';
import { TOOLS } from './tools.ts';

export interface ToolOperation {
  readonly tool: Tool;
  readonly prepared: PreparedDocument;
  readonly operation: Operation;
  /** Names of its arguments. */
  readonly argumentNames: ReadonlySet<string>;
  /** What `tools/list` answers of it. */
  readonly listed: ListedTool;
}

interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema: JsonObject;
  readonly annotations: Readonly<Record<string, boolean>>;
}

export class ToolOperations {
  readonly #all: ReadonlyMap<string, ToolOperation>;

  constructor(schema: GraphQLSchema) {
    const all = TOOLS.map((tool) => operationOf(tool, schema));
    this.#all = new Map(all.map((one) => [one.listed.name, one]));
  }

  /** The tools that a key with these scopes may use: the others do not exist for it. */
  of(scopes: ReadonlySet<Scope>): ToolOperation[] {
    return [...this.#all.values()].filter(({ operation }) => operation.scopesLackedBy(scopes) === null);
  }

  find(name: string, scopes: ReadonlySet<Scope>): ToolOperation | null {
    const found = this.#all.get(name);
    return found && found.operation.scopesLackedBy(scopes) === null ? found : null;
  }
}

function operationOf(tool: Tool, schema: GraphQLSchema): ToolOperation {
  const document = parse(String(tool.document));
  const prepared = new PreparedDocument(document, { schema });
  // biome-ignore lint/style/noNonNullAssertion: a stored document has one operation.
  const operation = prepared.operation()!;
  const { node } = operation;
  const readOnlyHint = operation.isQuery;
  return {
    tool,
    prepared,
    operation,
    argumentNames: new Set(node.variableDefinitions?.map(({ variable }) => variable.name.value)),
    listed: {
      name: nameOfTool(operation.name ?? ''),
      title: tool.title,
      description: tool.description,
      inputSchema: inputSchema(schema, node, tool),
      outputSchema: outputSchema(schema, document),
      annotations: {
        readOnlyHint,
        destructiveHint: tool.isDestructive ?? false,
        idempotentHint: readOnlyHint || (tool.isIdempotent ?? false),
        openWorldHint: false,
      },
    },
  };
}

/** `FindStays` as tools are named: `find_stays`. */
function nameOfTool(operationName: string): string {
  return operationName.replaceAll(/(?<!^)[A-Z]/g, (capital) => `_${capital}`).toLowerCase();
}
