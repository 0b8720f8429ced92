/**
 * The pepper that a database is set up with. The pepper itself is not in the database, so a process with the wrong one would
 * look like a process whose callers all have wrong keys. The database therefore has a check value: an HMAC of a fixed text
 * under the pepper. Every key records the check value of the pepper that it is hashed under. To change the pepper, accept the
 * previous one beside it for a while: a key hashed under the previous one is rehashed when it is used. A database whose keys
 * are older than check values gets one from the first key that proves the pepper right.
 */
import { createHmac } from 'node:crypto';
import { raiseEpochs } from '../cache/raise-epochs.ts';
import type { Database } from '../database/database.ts';
import type { ApiKey, Prisma } from '../generated/prisma/client.ts';

/** The database is set up with another pepper. The message is one line. */
export class PepperMismatch extends Error {
  override readonly name = 'PepperMismatch';

  constructor(consequence: string) {
    super(
      'the pepper of API keys (API_KEY_PEPPER, or the file api-key-pepper in DATA_DIR) is not the one that the keys of ' +
        `this database are hashed under: ${consequence} (docs/operations.md, "The pepper")`,
    );
  }
}

/** The check value of a pepper: 64 hexadecimal digits, from which the pepper cannot be derived. */
export function hashPepper(pepper: string): string {
  return createHmac('sha256', pepper).update('spa-stay-gateway pepper check').digest('hex');
}

/** The check value of the database's pepper; null: not known yet. */
export async function readPepperCheck(prisma: Pick<Prisma.TransactionClient, 'apiKeyPepper'>): Promise<string | null> {
  return (await prisma.apiKeyPepper.findUnique({ where: { id: 1 } }))?.checkValue ?? null;
}

/**
 * Sets the database up with the pepper of a starting server, if it has no keys or is set up with the server's previous pepper.
 * If there are keys and no check value, the pepper stays unknown until a key is used.
 * @throws PepperMismatch when the database is set up with another pepper and has keys
 */
export async function adoptPepper(
  { prisma }: Database,
  { pepper, previousPepper }: { pepper: string; previousPepper: string | null },
): Promise<void> {
  const checkValue = hashPepper(pepper);
  const found = await readPepperCheck(prisma);
  if (found === checkValue) return;
  const isPrevious = previousPepper !== null && found === hashPepper(previousPepper);
  if (!isPrevious && (await hasKeys(prisma))) {
    if (found === null) return;
    throw new PepperMismatch(
      'every key would be refused; set the former one, or to change it, the former one as API_KEY_PEPPER_PREVIOUS',
    );
  }
  // Several processes may start at the same time.
  await prisma.apiKeyPepper.createMany({ data: { checkValue }, skipDuplicates: true });
  await prisma.apiKeyPepper.updateMany({ data: { checkValue } });
}

/**
 * Ensures that a key hashed under this pepper would be accepted. The first key of a database decides which pepper that is.
 * @throws PepperMismatch when the database is set up with another pepper
 */
export async function requirePepper(tx: Prisma.TransactionClient, pepper: string): Promise<void> {
  const checkValue = hashPepper(pepper);
  let found = await readPepperCheck(tx);
  if (found === null) {
    if (!(await hasKeys(tx))) await tx.apiKeyPepper.createMany({ data: { checkValue }, skipDuplicates: true });
    // Another process may have been first, also between these questions.
    found = await readPepperCheck(tx);
  }
  if (found !== null && found !== checkValue) {
    throw new PepperMismatch('no server would accept a key made under it; give the pepper that the servers have');
  }
}

/** Records what a used key proves: under which pepper it is hashed, and is to be from now on. */
export async function recordKeyUse(
  { prisma }: Database,
  { key, checkValue, secretHash }: { key: Pick<ApiKey, 'id' | 'secretHash'>; checkValue: string; secretHash: string },
): Promise<void> {
  await prisma.$transaction(async (tx) => {
    await tx.apiKeyPepper.createMany({ data: { checkValue }, skipDuplicates: true });
    // During a rolling change, only processes whose pepper is the database's rehash keys.
    if ((await readPepperCheck(tx)) !== checkValue) return;
    const { id } = key;
    const { count } = await tx.apiKey.updateMany({
      where: { id, secretHash: key.secretHash },
      data: { secretHash, pepperCheck: checkValue },
    });
    if (count > 0 && key.secretHash !== secretHash) await raiseEpochs(tx, ['keys']);
  });
}

async function hasKeys(prisma: Pick<Prisma.TransactionClient, 'apiKey'>): Promise<boolean> {
  return (await prisma.apiKey.findFirst({ where: { revokedAt: null }, select: { id: true } })) !== null;
}
