/** A key is made while an import removes a destination that it is to see (M10). */
import { expect, test } from 'vitest';
import { raiseEpochs } from '../../../src/data/cache/raise-epochs.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { untilWaiting } from '../../support/database/rival-transactions.ts';
import { startGateway } from '../../support/gateway/gateway.ts';

test('a key for a destination that is removed meanwhile is refused by naming it, and makes no client', async () => {
  const gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  try {
    const { prisma } = gateway.database;
    const data = { number: 9, id: '9'.repeat(24), name: { en: 'Late' } };
    const raised = await prisma.$transaction(async (tx) => {
      await tx.destination.create({ data });
      return raiseEpochs(tx, ['structure']);
    });
    gateway.epochs.observe(raised);
    const key = await gateway.key({ scopes: ['read', 'keys'] });
    const input = { name: 'Anna', client: 'Anna', rights: ['READ'], destinations: ['9'] };
    let made: Promise<unknown> | null = null;
    await prisma.$transaction(async (removal) => {
      // An import locks the channels that its file does not name long before it removes destinations.
      await removal.$executeRaw`SELECT FROM channel WHERE code = 'public' FOR UPDATE`;
      made = gateway.ask(
        'mutation ($input: CreateKeyInput!) { createKey(input: $input) { ... on NotFound { subject reference } } }',
        { key, variables: { input } },
      );
      await untilWaiting(gateway.database, 1, made);
      await removal.destination.delete({ where: { number: 9 } });
    });
    expect(await made).toEqual({ createKey: { subject: 'DESTINATION', reference: '9' } });
    expect(await prisma.client.count({ where: { name: 'Anna' } })).toBe(0);
  } finally {
    await gateway.close();
  }
});
