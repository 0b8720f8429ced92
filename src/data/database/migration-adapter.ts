/**
 * Prisma's adapters, for migrations. As they come, that of servers splits a script at every semicolon, also within the body of a
 * function, and commits each piece; that of the embedded database does not wait for the script. With these a script is sent whole,
 * as `prisma migrate deploy` does: it takes effect as a whole or not at all.
 */
import type { PGlite } from '@electric-sql/pglite';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  DriverAdapterError,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import type pg from 'pg';
import { PrismaPGlite } from 'pglite-prisma-adapter';

export function createServerMigrationAdapter(pool: pg.Pool): SqlMigrationAwareDriverAdapterFactory {
  return sendingScriptsWhole(new PrismaPg(pool), (script) => pool.query(script));
}

export function createEmbeddedMigrationAdapter(pglite: PGlite): SqlMigrationAwareDriverAdapterFactory {
  const factory = new PrismaPGlite(pglite) as unknown as SqlMigrationAwareDriverAdapterFactory;
  return sendingScriptsWhole(factory, (script) => pglite.exec(script));
}

function sendingScriptsWhole(
  factory: SqlMigrationAwareDriverAdapterFactory,
  send: (script: string) => Promise<unknown>,
): SqlMigrationAwareDriverAdapterFactory {
  const change = async (connecting: Promise<SqlDriverAdapter>): Promise<SqlDriverAdapter> => {
    const adapter = await connecting;
    adapter.executeScript = async (script) => {
      await send(script).catch((error: pg.DatabaseError) => Promise.reject(toAdapterError(error)));
    };
    return adapter;
  };
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: () => change(factory.connect()),
    connectToShadowDb: () => change(factory.connectToShadowDb()),
  };
}

function toAdapterError(error: pg.DatabaseError): unknown {
  if (error.severity === undefined) return error;
  const { code = '', severity, message, detail, column, hint } = error;
  return new DriverAdapterError({ kind: 'postgres', code, severity, message, detail, column, hint });
}
