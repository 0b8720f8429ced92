/**
 * Module hooks that put ablated modules in the place of the gateway's own. They run in a thread of their own. An ablated module
 * imports the sources, for their types; it gets what was built from them.
 */
import { existsSync, writeSync } from 'node:fs';
import type { InitializeHook, ResolveHook } from 'node:module';
import { fileURLToPath } from 'node:url';

const ABLATED = new URL('without/', import.meta.url).href;
const SOURCE = new URL('../../src/', import.meta.url).href;
const BUILT = new URL('../../dist/', import.meta.url).href;
const STDERR = 2;

/** The line that names a module that was replaced. */
export const replacedLine = (module: string) => `replaced ${module}\n`;

/** By the address of the module as built: its path below `src`, and the address of the ablated one. */
let replacements: ReadonlyMap<string, { readonly module: string; readonly by: string }>;

const builtFrom = (source: string) => source.replace(SOURCE, BUILT).replace(/\.ts$/, '.js');

/** @throws Error when a module to be replaced is not there */
export const initialize: InitializeHook<Readonly<Record<string, string>>> = (ablated) => {
  replacements = new Map(
    Object.entries(ablated).map(([module, file]) => {
      const built = builtFrom(new URL(module, SOURCE).href);
      if (!existsSync(fileURLToPath(built))) throw new Error(`there is no ${module} to be replaced`);
      return [built, { module, by: new URL(file, ABLATED).href }];
    }),
  );
};

export const resolve: ResolveHook = async (specifier, context, next) => {
  if (context.parentURL?.startsWith(ABLATED)) {
    const source = new URL(specifier, context.parentURL).href;
    return source.startsWith(SOURCE) ? next(builtFrom(source), context) : next(specifier, context);
  }
  const resolved = await next(specifier, context);
  const replacement = replacements.get(resolved.url);
  if (!replacement) return resolved;
  writeSync(STDERR, replacedLine(replacement.module));
  return { url: replacement.by, format: 'module', shortCircuit: true };
};
