/**
 * Descriptions of input types. They come from the schema alone, so a refusal that uses them cannot repeat input; the
 * scalars' own errors do repeat it.
 */
import {
  type GraphQLInputType,
  type GraphQLNamedInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';

const SCALARS: Readonly<Record<string, string>> = {
  Int: 'an integer from -2147483648 to 2147483647',
  Float: 'a number',
  String: 'a string',
  Boolean: 'true or false',
  ID: 'a string or an integer',
  SafeInt: 'an integer from -9007199254740991 to 9007199254740991',
  LocalDate: 'a date that exists, as YYYY-MM-DD',
  DateTime: 'a date and time in UTC, as 2007-12-03T10:15:30Z',
  EmailAddress: 'an e-mail address',
};

/** For example `a list of integers`, `one of CZK, EUR`, `an object of the type "GuestInput"`. */
export function describeExpected(type: GraphQLInputType): string {
  if (isNonNullType(type)) return describeExpected(type.ofType);
  if (isListType(type)) return `a list, each entry ${describeExpected(type.ofType)}`;
  return describeExpectedNamed(type);
}

function describeExpectedNamed(type: GraphQLNamedInputType): string {
  if (isInputObjectType(type)) return `an object of the type "${type.name}"`;
  if (isEnumType(type)) {
    const names = type.getValues().map(({ name }) => name);
    return names.length === 1 ? names.join() : `one of ${names.join(', ')}`;
  }
  return (Object.hasOwn(SCALARS, type.name) && SCALARS[type.name]) || `a value of the type "${type.name}"`;
}
