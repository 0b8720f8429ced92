import {
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { expect, test } from 'vitest';
import { printedSchema, schema } from '../../../src/graphql/schema/schema.ts';
import { printedSubgraph } from '../../../src/graphql/schema/subgraph/subgraph.ts';

test('schema.graphql matches the code (npm run schema rewrites it)', async () => {
  await expect(printedSchema()).toMatchFileSnapshot('../../../schema.graphql');
});

test('subgraph.graphql matches the code (npm run schema rewrites it)', async () => {
  await expect(printedSubgraph()).toMatchFileSnapshot('../../../subgraph.graphql');
});

test('every type, field, argument and enum value has a description', () => {
  const ours = Object.values(schema.getTypeMap()).filter(
    (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
  );
  expect(ours.flatMap(undescribed)).toEqual([]);
});

test('every mutation takes one argument, `input`', () => {
  const mutations = Object.values(schema.getMutationType()!.getFields());
  expect(mutations.length).toBeGreaterThan(20);
  const taken = mutations.map((field) => `${field.name}(${field.args.map(({ name }) => name).join(', ')})`);
  expect(taken.filter((call) => !call.endsWith('(input)'))).toEqual([]);
});

function undescribed(type: GraphQLNamedType): string[] {
  const parts: { name: string; description?: string | null | undefined }[] = [type];
  if (isObjectType(type) || isInterfaceType(type)) {
    for (const field of Object.values(type.getFields())) {
      parts.push({ name: `${type.name}.${field.name}`, description: field.description });
      for (const { name, description } of field.args) {
        parts.push({ name: `${type.name}.${field.name}(${name}:)`, description });
      }
    }
  }
  if (isInputObjectType(type)) {
    for (const { name, description } of Object.values(type.getFields())) {
      parts.push({ name: `${type.name}.${name}`, description });
    }
  }
  if (isEnumType(type)) {
    for (const { name, description } of type.getValues()) parts.push({ name: `${type.name}.${name}`, description });
  }
  return parts.filter(({ description }) => !description).map(({ name }) => name);
}
