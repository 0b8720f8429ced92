/** No page lends its records to the page that replaces it. */
import * as whole from '../../../src/http/response/response-cache.ts';

export * from '../../../src/http/response/response-cache.ts';

export const createResponseCache: typeof whole.createResponseCache = (parts) => ({
  ...whole.createResponseCache(parts),
  recordsOf: () => null,
});
