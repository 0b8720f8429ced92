/** The channel that a booking or a quote names in place of that of the key: one of the catalogue, and for the desk alone (M11). */
import { type InputProblem, inputProblem } from '../../domain/problem/input-problem.ts';
import type { RequestContext } from './request-context.ts';

/** The channels that the caller may name, by code. */
export async function loadNameableChannels({ caller, services }: RequestContext) {
  return services.database.prisma.channel.findMany({
    where: caller.scopes.has('operate') ? {} : { code: caller.channel },
    orderBy: { code: 'asc' },
  });
}

/** What is wrong with a channel. */
export async function channelProblems(
  context: RequestContext,
  { channel, isDesk }: { readonly channel: string; readonly isDesk: boolean },
): Promise<InputProblem[]> {
  if (!isDesk) return [inputProblem('channel', 'onlyWithRight', { rights: ['operate'] })];
  const codes = (await loadNameableChannels(context)).map(({ code }) => code);
  return codes.includes(channel) ? [] : [inputProblem('channel', 'notListed', { expected: codes })];
}
