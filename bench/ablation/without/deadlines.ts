/** Answers may take a minute, as they do without a mechanism, or on a machine with other work. */
import * as whole from '../../../src/server/app.ts';

export * from '../../../src/server/app.ts';

export const createApp: typeof whole.createApp = (parts) => whole.createApp({ ...parts, operationTimeoutMs: 60_000 });
