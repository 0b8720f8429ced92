/** Runs the operation of a tool by the one executor, and makes of its outcome what an agent reads (X5, X6). */
import type { ExecutionResult, GraphQLError } from 'graphql';
import type { ErrorCode } from '../domain/problem/error-codes.ts';
import { kindOfType } from '../domain/problem/refusal.ts';
import type { Executor, OperationRequest } from '../graphql/execution/executor.ts';
import { type AgentSpeech, NEXT_AFTER_ERROR, type NextStep, nextStep } from '../wording/agents/agent-speech.ts';
import { MAX_RESULT_BYTES, withinBytes } from './result-size.ts';
import type { Arguments, Tool, ToolCaller } from './tool.ts';
import type { ToolOperation } from './tool-operations.ts';

export interface ToolResult {
  readonly content: { type: 'text'; text: string }[];
  readonly structuredContent: Record<string, unknown>;
  readonly isError?: true;
}

interface ToolRefusal {
  readonly code: string;
  readonly message: string;
  readonly problems?: readonly object[];
  /** When a limit that is reached takes something again. */
  readonly retryAfterSeconds?: number;
}

/** Room for what is around the data and the sentences: names of fields, and that there is more. */
const BYTES_AROUND = 500;

export async function runTool(
  { tool, prepared, operation, argumentNames }: ToolOperation,
  args: Arguments,
  {
    executor,
    request,
    speech,
    by,
  }: { executor: Executor; request: OperationRequest; speech: AgentSpeech; by: ToolCaller },
): Promise<ToolResult> {
  const problems = argumentProblems(args, { argumentNames, insistsOn: tool.insistsOn ?? [] });
  if (problems.length > 0) {
    const message = problems.map((problem) => problem.message).join(' ');
    return refusedByError({ code: 'BAD_USER_INPUT', message, problems }, speech);
  }
  const variables = request.working(() => tool.complete?.(args, by) ?? args);
  const { data, errors } = (await executor.execute({ prepared, variables }, request)) as ExecutionResult;
  if (errors?.[0] || !data) return refusedByErrors(errors ?? [], speech);
  for (const result of Object.values(data)) {
    const { __typename, ...refusal } = (result ?? {}) as { __typename?: string } & ToolRefusal;
    const kind = kindOfType(__typename);
    if (kind !== undefined) return refused(withoutNulls(refusal), nextStep(kind, refusal.code), speech);
  }
  return request.working(() => answered(data, { tool, args, isRead: operation.isQuery }, speech));
}

function answered(
  found: Record<string, unknown>,
  { tool, args, isRead }: { tool: Tool; args: Arguments; isRead: boolean },
  speech: AgentSpeech,
): ToolResult {
  const { texts } = speech;
  const isFound = Object.values(found).some((result) => result !== null);
  const say = (data: object) => (isFound ? tool.say(data as never, speech, args) : [texts.nothing]);
  const ofAll = say(found);
  const { data, isCut } = withinBytes(found, roomBeside(ofAll));
  // What was found is counted as it is shown; what was done is told whole.
  const said = isCut && isRead ? say(data) : ofAll;
  const hasMore = Object.values(data).some((result) => {
    return (result as { pageInfo?: { hasNextPage: boolean } } | null)?.pageInfo?.hasNextPage === true;
  });
  const sentences = [...said, ...(hasMore ? [texts.more] : isCut ? [texts.cut] : [])];
  return toResult({ ...data, ...(isCut && { isCut }) }, sentences);
}

/** A tool error, with what can be done next. */
function refused(refusal: ToolRefusal, step: NextStep, { texts }: AgentSpeech): ToolResult {
  const next = texts.next[step];
  const { data, isCut } = withinBytes({ refusal }, roomBeside([refusal.message, next, next]));
  return { ...toResult({ ...data, next, ...(isCut && { isCut }) }, [refusal.message, next]), isError: true };
}

function refusedByErrors(errors: readonly GraphQLError[], speech: AgentSpeech): ToolResult {
  const [first] = errors;
  const problems = errors.flatMap(({ extensions }) => (extensions.problems as object[] | undefined) ?? []);
  const message = first?.message ?? '';
  const retryAfterSeconds = secondsToWait(first);
  const facts = { ...(problems.length > 0 && { problems }), ...(retryAfterSeconds !== null && { retryAfterSeconds }) };
  return refusedByError({ code: first?.extensions.code ?? 'INTERNAL_SERVER_ERROR', message, ...facts }, speech);
}

function refusedByError(refusal: ToolRefusal & { readonly code: ErrorCode }, speech: AgentSpeech): ToolResult {
  return refused(refusal, NEXT_AFTER_ERROR[refusal.code], speech);
}

/** What would be the header `Retry-After` over HTTP; null: the error has none. */
function secondsToWait(error: GraphQLError | undefined): number | null {
  const { headers } = (error?.extensions.http ?? {}) as { headers?: Readonly<Record<string, string>> };
  const seconds = headers?.['Retry-After'];
  return seconds === undefined ? null : Number(seconds);
}

/** Facts that a refusal of its kind may have, without those that this one lacks. */
function withoutNulls(refusal: ToolRefusal): ToolRefusal {
  return Object.fromEntries(Object.entries(refusal).filter(([, fact]) => fact !== null)) as unknown as ToolRefusal;
}

/** Bytes for the data beside sentences. */
function roomBeside(sentences: readonly string[]): number {
  return MAX_RESULT_BYTES - BYTES_AROUND - Buffer.byteLength(JSON.stringify(sentences));
}

function toResult(structuredContent: Record<string, unknown>, sentences: readonly string[]): ToolResult {
  return { content: [{ type: 'text', text: sentences.join(' ') }], structuredContent };
}

/** What the executor does not find: names that are no variables, and values that must be given. Names are not repeated. */
function argumentProblems(
  args: Arguments,
  { argumentNames, insistsOn }: { argumentNames: ReadonlySet<string>; insistsOn: readonly string[] },
): { readonly path: string; readonly message: string }[] {
  const missing = insistsOn.filter((name) => args[name] === undefined);
  const isKnown = Object.keys(args).every((name) => argumentNames.has(name));
  return [
    ...missing.map((path) => ({ path, message: `Expected ${path}; null is a value.` })),
    ...(isKnown ? [] : [{ path: '', message: `Expected only ${[...argumentNames].join(', ')}.` }]),
  ];
}
