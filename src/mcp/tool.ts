/**
 * A tool of agents as data (X4): a stored operation of GraphQL with what is particular to it for an agent. Its name, its schemas and whether a
 * key may use it follow from the operation. It has no rules, prices or texts: they are behind the schema and in `wording`.
 */
import type { AgentSpeech } from '../wording/agents/agent-speech.ts';
import type { ToolRefusalFragment, TypedDocumentString } from './generated/operations.ts';

export type Arguments = Readonly<Record<string, unknown>>;

/** Who calls a tool. */
export interface ToolCaller {
  /** Whether its key takes no rooms. */
  readonly isTest: boolean;
  /** The network of whoever uses a publishable key, which is everybody's; null: the key is a client's own. */
  readonly network: string | null;
}

export interface Tool<Data = never> {
  /** One operation, from the `.graphql` file beside it. */
  readonly document: { toString(): string };
  readonly title: string;
  readonly description: string;
  /** Whether it takes something away that cannot be given back. */
  readonly isDestructive?: true;
  /** Whether the same call again changes nothing more. Reading never does. */
  readonly isIdempotent?: true;
  /** Arguments that must be given, though null is one of their values. */
  readonly insistsOn?: readonly string[];
  /** What arguments mean that only choose what the operation does, and so have no field that describes them. */
  readonly describes?: Readonly<Record<string, string>>;
  /** The arguments with those that follow from others, and from who calls. */
  readonly complete?: (args: Arguments, by: ToolCaller) => Arguments;
  /** What is said of a result in which something was found and nothing refused. */
  say(data: Data, speech: AgentSpeech, args: Arguments): string[];
}

/** The result without refusals, and with what was found. */
type Found<Data> = {
  readonly [Field in keyof Data]: NonNullable<Exclude<Data[Field], ToolRefusalFragment>>;
};

/** A tool with the types of its operation. */
export type ToolOf<Document> =
  Document extends TypedDocumentString<infer Data, infer _Variables>
    ? Tool<Found<Data>> & { readonly document: Document }
    : never;
