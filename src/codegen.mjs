/**
 * Types the stored GraphQL operations of a folder against `schema.graphql` with GraphQL Code Generator. All its
 * `.graphql` files become `generated/operations.ts`, where each operation is a text with the types of its variables
 * and its answer. An operation that does not fit the schema fails the build. `node src/codegen.mjs` runs it for every
 * folder before compilation, and compiles the texts; Vite runs it for the pages, also while developing.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codegen } from '@graphql-codegen/core';
import * as typedDocuments from '@graphql-codegen/typed-document-node';
import * as operationTypes from '@graphql-codegen/typescript-operations';
import { buildSchema, Kind, parse, Source } from 'graphql';
import { compileTexts } from './compile-texts.mjs';

const SOURCE = fileURLToPath(new URL('.', import.meta.url));
const SCHEMA = join(SOURCE, '..', 'schema.graphql');
/** The client that is published: an image is built without it, and it has no dependencies, not even of types. */
const CLIENT = join('..', 'clients', 'typescript', 'src');
/** The types of input dates in the folders with stored operations: REST has parsed its own. */
const INPUT_DATES = {
  mcp: 'string',
  rest: '../../graphql/schema/scalars.ts#DayVariable',
  web: 'string',
  [CLIENT]: 'string',
};
const DOCUMENT_TYPE = "import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';";
const OWN_DOCUMENT_TYPE = "import type { TypedText as DocumentTypeDecoration } from '../client.ts';";

/** The JSON types of scalars. */
const SCALARS = {
  ID: { input: 'string | number', output: 'string' },
  DateTime: 'string',
  SafeInt: 'number',
  EmailAddress: 'string',
  LocaleTag: 'string',
  _Any: 'unknown',
};

export async function generateOperations(folder) {
  const schema = readFileSync(SCHEMA, 'utf8');
  const output = join(SOURCE, folder, 'generated', 'operations.ts');
  const documents = documentsBelow(join(SOURCE, folder));
  const text = await codegen({
    filename: output,
    schema: parse(schema),
    schemaAst: buildSchema(schema),
    documents,
    config: {
      documentMode: 'string',
      // A page that does not use an operation does not load it.
      pureMagicComment: true,
      scalars: { ...SCALARS, LocalDate: { input: INPUT_DATES[folder], output: 'string' } },
      strictScalars: true,
      skipTypename: true,
      useTypeImports: true,
      enumType: 'string-literal',
      // Whoever calls may have made an input `as const`.
      immutableTypes: folder === CLIENT,
    },
    plugins: [{ types: {} }, { documents: {} }],
    pluginMap: { types: operationTypes, documents: typedDocuments },
  });
  const generated = dirname(output);
  mkdirSync(generated, { recursive: true });
  const modules = folder === 'web' ? byFolder(text, documents) : { operations: text };
  for (const [name, module] of Object.entries(modules)) {
    const written = folder === CLIENT ? module.replace(DOCUMENT_TYPE, OWN_DOCUMENT_TYPE) : module;
    writeFileSync(join(generated, `${name}.ts`), written);
  }
  // A module of operations that are gone does not fit the types any more.
  const former = readdirSync(generated).filter((file) => file.endsWith('.ts') && !(file.slice(0, -3) in modules));
  for (const file of former) rmSync(join(generated, file), { force: true });
}

/** Where a value begins; all types are before the first one. */
const VALUE = /^(?=export (?:class|const) )/m;

/** The operations of each folder in a module of their own, which `operations.ts` exports: a page loads those of its folders. */
function byFolder(text, documents) {
  const modules = new Map();
  const moduleOf = new Map();
  for (const { location, document } of documents) {
    const module = `operations-of-${relative(join(SOURCE, 'web'), dirname(location)).replaceAll(/[^a-z]+/g, '-')}`;
    modules.set(module, []);
    for (const { kind, name } of document.definitions) {
      if (kind === Kind.OPERATION_DEFINITION) moduleOf.set(name.value, module);
    }
  }
  const [types, documentClass, ...documentsInText] = text.split(VALUE);
  for (const code of documentsInText) {
    const constant = code.slice('export const '.length, code.indexOf(' = '));
    const module = moduleOf.get(constant.replace(/Document$/, ''));
    // Fragments are in the texts of the operations.
    if (module === undefined) continue;
    const typesOfIt = code.slice(code.lastIndexOf('<') + 1, code.lastIndexOf('>'));
    modules.get(module).push({ code, document: constant, types: typesOfIt });
  }
  const exported = [...modules].map(([module, operations]) => {
    return `export { ${operations.map(({ document }) => document).join(', ')} } from './${module}.ts';\n`;
  });
  return {
    document: `${DOCUMENT_TYPE}\n${documentClass}`,
    operations: `export { TypedDocumentString } from './document.ts';\n${exported.join('')}${types.replace(DOCUMENT_TYPE, '')}`,
    ...Object.fromEntries([...modules].map(([module, operations]) => [module, moduleWith(operations)])),
  };
}

function moduleWith(operations) {
  return [
    "import { TypedDocumentString } from './document.ts';\n",
    `import type { ${operations.map(({ types }) => types).join(', ')} } from './operations.ts';\n`,
    ...operations.map(({ code }) => code),
  ].join('');
}

function documentsBelow(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.graphql'))
    .sort()
    .map((file) => join(folder, file))
    .map((location) => ({ location, document: parse(new Source(readFileSync(location, 'utf8'), location)) }));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const fail = (error) => {
    console.error(`error: ${error.message}`);
    process.exitCode = 1;
  };
  try {
    compileTexts();
  } catch (error) {
    fail(error);
  }
  try {
    const folders = Object.keys(INPUT_DATES).filter((folder) => existsSync(join(SOURCE, folder)));
    await Promise.all(folders.map(generateOperations));
  } catch (error) {
    fail(error);
    console.error('Where the schema has changed in the code, `npm run schema` writes schema.graphql anew.');
  }
}
