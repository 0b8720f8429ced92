/**
 * Writes `generated/operations.ts`: each operation of `operations.graphql` as a text with the types of its variables and its
 * result, derived from `schema.graphql` by GraphQL Code Generator. An operation that does not match the schema fails the build.
 * Vite calls it; by hand: `node src/web/codegen.mjs`.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { codegen } from '@graphql-codegen/core';
import * as typedDocuments from '@graphql-codegen/typed-document-node';
import * as operationTypes from '@graphql-codegen/typescript-operations';
import { buildSchema, parse } from 'graphql';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const SCHEMA = fileURLToPath(new URL('../../schema.graphql', import.meta.url));
const OPERATIONS = `${HERE}operations.graphql`;
const OUTPUT = `${HERE}generated/operations.ts`;

/** Scalars in JSON. */
const SCALARS = {
  ID: 'string | number',
  LocalDate: 'string',
  DateTime: 'string',
  SafeInt: 'number',
  EmailAddress: 'string',
};

export async function generateOperations() {
  const schema = readFileSync(SCHEMA, 'utf8');
  const text = await codegen({
    filename: OUTPUT,
    schema: parse(schema),
    schemaAst: buildSchema(schema),
    documents: [{ location: OPERATIONS, document: parse(readFileSync(OPERATIONS, 'utf8')) }],
    config: {
      documentMode: 'string',
      scalars: SCALARS,
      strictScalars: true,
      skipTypename: true,
      useTypeImports: true,
      enumType: 'string-literal',
    },
    plugins: [{ types: {} }, { documents: {} }],
    pluginMap: { types: operationTypes, documents: typedDocuments },
  });
  mkdirSync(`${HERE}generated`, { recursive: true });
  writeFileSync(OUTPUT, text);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await generateOperations();
