import type { CodegenConfig } from '@graphql-codegen/cli';

const config: CodegenConfig = {
  schema: 'schema.graphql',
  documents: 'src/*.ts',
  importExtension: '.ts',
  generates: {
    'src/gql/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        documentMode: 'documentNode',
        enumType: 'string-literal',
        skipTypename: true,
        useTypeImports: true,
        scalars: {
          ...{ ID: { input: 'string | number', output: 'string' }, SafeInt: 'number' },
          ...{ LocalDate: 'string', DateTime: 'string', EmailAddress: 'string', LocaleTag: 'string' },
        },
      },
    },
  },
};

export default config;
