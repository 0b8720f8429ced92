/** Mutations of API keys (M10). */
import type { Scope } from '../../../data/keys/scopes.ts';
import { invalidInput } from '../../../domain/problem/refusal.ts';
import {
  createKeyFor,
  grantProblems,
  type KeyCreated,
  type KeyRenamed,
  type KeyRevoked,
  renameKey,
  revokeKeyFor,
} from '../../../operations/keys/manage-keys.ts';
import { builder, requiresScope } from '../builder.ts';
import { BOOKING_COST } from '../cost.ts';
import { asStored, RightEnum } from '../enums.ts';
import { idInput } from '../input/id-input.ts';
import { resultType } from '../problem/refusal-types.ts';
import { REPORTS_REFUSED_VALUES, readInput, withRefused } from '../refused-values.ts';
import { ApiKey } from './key.ts';

const NAME = 'One line of at most 100 characters.';
const NAME_OF_KEY = `${NAME} Not \`GUEST\`, \`SERVICE\` or \`COMMAND_LINE\`.`;

const CreateKeyInput = builder.inputType('CreateKeyInput', {
  description:
    'A new key. It may no more than the key that makes it, whose channel it has; what is null it has as that one.',
  fields: (t) => ({
    name: t.string({
      required: true,
      description: `What or whom it is for: the history of bookings shows it. ${NAME_OF_KEY}`,
    }),
    client: t.string({
      description: `Name of the client whose key it is, made if there is none; null: that of this key. The name of another client needs \`OPERATE\`, and a client all of whose keys this one sees. ${NAME}`,
    }),
    rights: t.field({
      type: [RightEnum],
      required: true,
      description: 'What it may do, of what this key may; 1 to 100.',
    }),
    destinations: t.idList({ description: 'Destinations that it sees: ObjectIds or numbers, 1 to 100.' }),
    hotels: t.idList({
      description:
        'Hotels in these destinations that all rights but `READ` and `BOOK` are about: ObjectIds or numbers, 1 to 100. A key that is bound to hotels must name some where none of its own are in `destinations`.',
    }),
    isPublishable: t.boolean({
      required: true,
      defaultValue: false,
      description: 'Whether it may lie in browsers (S7): it only has `READ` and `BOOK`.',
    }),
    isTest: t.boolean({
      required: true,
      defaultValue: false,
      description: 'Whether its bookings are tests (S8). A test key makes test keys only.',
    }),
    expiresOn: t.field({
      type: 'LocalDate',
      description:
        'The day at whose beginning (UTC) it expires, from tomorrow on and not after the end of this key; null: as this key.',
    }),
  }),
});

const RenameKeyInput = builder.inputType('RenameKeyInput', {
  description: 'A new name for a key.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'ObjectId of the key.' }),
    name: t.string({ required: true, description: NAME_OF_KEY }),
  }),
});
const RevokeKeyInput = idInput('RevokeKeyInput', 'A key to be revoked.', 'ObjectId of the key.');

const KeyCreatedType = builder.objectRef<KeyCreated>('KeyCreated').implement({
  description: 'The key was made.',
  fields: (t) => ({
    key: t.expose('key', { type: ApiKey, description: 'The key.' }),
    secret: t.exposeString('secret', {
      description: 'The key itself, to be sent with requests. It is not shown again.',
    }),
  }),
});
const KeyRenamedType = builder.objectRef<KeyRenamed>('KeyRenamed').implement({
  description: 'The key has the name. What it did before keeps the name of then.',
  fields: (t) => ({ key: t.expose('key', { type: ApiKey, description: 'The key.' }) }),
});
const KeyRevokedType = builder.objectRef<KeyRevoked>('KeyRevoked').implement({
  description: 'The key is refused from the next request on, in every process, and its streams end.',
  fields: (t) => ({
    key: t.expose('key', { type: ApiKey, description: 'The key.' }),
    alreadyRevoked: t.exposeBoolean('alreadyRevoked', { description: 'Whether it was before.' }),
  }),
});

const CreateKeyResult = resultType('createKey', { keyCreated: KeyCreatedType }, 'The key, or why there is none.');
const RenameKeyResult = resultType('renameKey', { keyRenamed: KeyRenamedType }, 'The key, or why it was not renamed.');
const RevokeKeyResult = resultType('revokeKey', { keyRevoked: KeyRevokedType }, 'The key, or why it was not revoked.');

const OF_KEYS = { extensions: requiresScope('keys'), complexity: BOOKING_COST } as const;

builder.mutationFields((t) => ({
  createKey: t.field({
    ...OF_KEYS,
    extensions: { ...OF_KEYS.extensions, ...REPORTS_REFUSED_VALUES },
    type: CreateKeyResult,
    description:
      'Makes an API key that may no more than this one (M10). Sent again it makes another key: after a lost answer look at `keys`, and revoke what nobody has. It needs the right `KEYS`.',
    args: { input: t.arg({ type: CreateKeyInput, required: true, description: 'The key.' }) },
    resolve: async (_, { input: sent }, context) => {
      const { input: read, refused } = readInput(sent);
      const { rights, ...input } = read;
      const asked = { ...input, scopes: rights.map((right) => asStored(right) as Scope) };
      if (refused.length > 0) return invalidInput(withRefused(refused, grantProblems(asked, context)));
      return createKeyFor(context, asked);
    },
  }),
  renameKey: t.field({
    ...OF_KEYS,
    type: RenameKeyResult,
    description: 'Gives a key of `keys` another name. It needs the right `KEYS`.',
    args: { input: t.arg({ type: RenameKeyInput, required: true, description: 'The key and its name.' }) },
    resolve: (_, { input }, context) => renameKey(context, input),
  }),
  revokeKey: t.field({
    ...OF_KEYS,
    type: RevokeKeyResult,
    description:
      'Revokes a key of `keys` for good, but not this one (`InvalidInput`): nobody could be sure to get back in. It needs the right `KEYS`.',
    args: { input: t.arg({ type: RevokeKeyInput, required: true, description: 'The key.' }) },
    resolve: (_, { input: { id } }, context) => revokeKeyFor(context, id),
  }),
}));
