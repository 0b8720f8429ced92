/**
 * What our statements and our schema use of PostgreSQL, as *signs*: kinds of nodes in the trees of PostgreSQL's parser, functions, operators,
 * types, kinds of indexes and of constraints. No text is searched for words, so no spelling hides anything.
 */
import type { PGlite } from '@electric-sql/pglite';
import { readMigration, readMigrationNames, splitScript } from '../../../src/data/database/migrations.ts';
import { bookingPageForms, COMPOSED, type ComposedStatement, visitTypeForms } from './composed-statements.ts';
import { declares, loadStatements, readSources, type SourceFile } from './declared.ts';
import { PRINT_TREES, type Preparer, treeIn } from './statement-mistakes.ts';

/** Where signs were found: modules below `src`, or the folder of the migrations. */
export type SignsFound = Map<string, Set<string>>;

export const MIGRATIONS = 'prisma/migrations';

/** Notes the signs of every statement that is declared, composed, or sent by itself over a connection. */
export async function signsOfStatements(preparer: Preparer, found: SignsFound): Promise<void> {
  const name = await namer(preparer.pglite);
  const read = async (text: string, where: string) => {
    for (const tree of await preparer.parseTreesOf(text)) note(found, signsIn(tree, name), where);
  };
  const sources = readSources().map(withFixedTexts);
  for (const { file, source } of sources) {
    for (const text of sentAlone(source)) await read(text, file);
  }
  for (const { text } of await loadStatements(sources)) await read(text, declaringFile(text, sources));
  for (const { text } of sufficing([...bookingPageForms(), ...visitTypeForms()])) await read(text, COMPOSED.join(' '));
}

interface Source extends SourceFile {
  /** What stands in its texts between the values. */
  readonly fixedTexts: readonly string[];
}

function withFixedTexts(one: SourceFile): Source {
  const texts = declares(one) ? one.source.split(/['`]|\$\{[^}]*\}/) : [];
  return { ...one, fixedTexts: texts.filter((text) => text.trim().length >= 12) };
}

/** The module that has most of the text. */
function declaringFile(text: string, sources: readonly Source[]): string {
  const shared = sources.map(({ file, fixedTexts }) => ({
    file,
    length: fixedTexts.reduce((sum, fixed) => (text.includes(fixed) ? sum + fixed.length : sum), 0),
  }));
  return shared.reduce((most, one) => (one.length > most.length ? one : most)).file;
}

/** Forms that together have every word that any form has: the others say the same in other combinations. */
export function sufficing(forms: readonly ComposedStatement[]): ComposedStatement[] {
  const words = new Set<string>();
  return forms.filter(({ text }) => {
    const before = words.size;
    for (const word of text.split(/\s+/)) words.add(word.replaceAll(/\$\d+/g, '$'));
    return words.size > before;
  });
}

/** Notes the signs of the migrations, and of the schema that they leave. */
export async function signsOfSchema(pglite: PGlite, found: SignsFound): Promise<void> {
  const trees: string[] = [];
  await pglite.exec(PRINT_TREES);
  for (const migration of await readMigrationNames())
    for (const text of splitScript(await readMigration(migration)))
      await pglite.exec(text, { onNotice: (notice) => void trees.push(...treeIn(notice)) });
  await pglite.exec('RESET ALL');
  const name = await namer(pglite);
  for (const tree of trees) note(found, signsIn(tree, name), MIGRATIONS);
  const { rows } = await pglite.query<{ sign: string }>(SIGNS_OF_CATALOGUE);
  note(
    found,
    rows.map(({ sign }) => sign),
    MIGRATIONS,
  );
}

function note(found: SignsFound, signs: Iterable<string>, where: string): void {
  for (const sign of signs) {
    const places = found.get(sign) ?? new Set();
    found.set(sign, places);
    for (const place of where.split(' ')) places.add(place);
  }
}

/** Texts of commands, and what modules of connections send by themselves. */
function sentAlone(source: string): string[] {
  const commands = [...source.matchAll(/\bcommand\(\s*(['`])([\s\S]*?)\1/g)].map(([, , text]) => text ?? '');
  const sent = [
    ...source.matchAll(/(['`])((?:BEGIN|COMMIT|ROLLBACK|SET|LISTEN|SAVEPOINT) [\s\S]*?|COMMIT|ROLLBACK)\1/g),
  ];
  return [...commands, ...sent.map(([, , text]) => text ?? '')]
    .flatMap(splitScript)
    .filter((text) => !/^\$\{[^}]*\}$/.test(text))
    .map((text) => text.replace(/^LISTEN \$\{.*\}/, 'LISTEN channel').replaceAll(/\$\{[^}]*\}/g, '1'));
}

type Namer = (kind: 'function' | 'operator' | 'type', oid: string) => string;

async function namer(pglite: PGlite): Promise<Namer> {
  const { rows } = await pglite.query<{ key: string; name: string }>(`
    SELECT 'function ' || oid AS key, CASE WHEN pronamespace = 'public'::regnamespace THEN 'of ours' ELSE proname END AS name FROM pg_proc
    UNION ALL SELECT 'operator ' || oid, format('%s %s %s', oprleft::regtype, oprname, oprright::regtype) FROM pg_operator
    UNION ALL SELECT 'type ' || t.oid, CASE t.typtype WHEN 'e' THEN 'of an enum' WHEN 'c' THEN 'of a row' ELSE
      CASE e.typtype WHEN 'e' THEN 'of an array of an enum' ELSE t.typname END END
    FROM pg_type AS t LEFT JOIN pg_type AS e ON e.oid = t.typelem`);
  const names = new Map(rows.map((row) => [row.key, row.name]));
  return (kind, oid) => `${kind} ${names.get(`${kind} ${oid}`) ?? `of oid ${oid}`}`;
}

/** Fields of nodes that tell a feature by their value. Others say which table or column it is about. */
const TELLING =
  /:(commandType|hasDistinctOn|hasRecursive|hasModifyingCTE|hasForUpdate|waitPolicy|strength|ctematerialized|lateral|funcordinality|subLinkType|limitOption|concurrent|skip_validation) (\w+)/g;
/** Fields of nodes that are set where a feature is used, to whatever. */
const SET =
  /:(aggfilter|aggorder|aggdistinct|tablesample|groupingSets|distinctClause|windowClause|arbiterWhere) (?!<>)/g;

function signsIn(tree: string, name: Namer): Set<string> {
  const signs = new Set<string>();
  for (const [, node] of tree.matchAll(/\{([A-Z_]+)/g)) signs.add(`node ${node?.toLowerCase()}`);
  for (const [, oid] of tree.matchAll(/:(?:funcid|aggfnoid|winfnoid) (\d+)/g)) signs.add(name('function', oid ?? ''));
  for (const [, oid] of tree.matchAll(/:opno (\d+)/g)) signs.add(name('operator', oid ?? ''));
  for (const [, oid] of tree.matchAll(
    /:(?:consttype|paramtype|resulttype|vartype|array_typeid|funcresulttype|aggtype) (\d+)/g,
  ))
    signs.add(name('type', oid ?? ''));
  for (const [, field, value] of tree.matchAll(TELLING)) signs.add(`${field} ${value}`);
  for (const [, field] of tree.matchAll(SET)) signs.add(`with ${field}`);
  for (const [, level] of tree.matchAll(/transaction_isolation :arg \{A_CONST :val "([^"]+)"/g))
    signs.add(`isolation ${level?.replaceAll('\\', '')}`);
  if (tree.includes(':relpersistence t')) signs.add('temporary table');
  // Those of the system have the oids below those of users.
  for (const [, oid] of tree.matchAll(/:relid (\d+)/g))
    if (Number(oid) > 0 && Number(oid) < 16_384) signs.add('relation of the system');
  for (const [, setting] of tree.matchAll(/\{VARIABLESETSTMT :kind \d (?::jumble_args \w+ )?:name (\w+)/gi))
    signs.add(`setting ${setting}`);
  return signs;
}

const SIGNS_OF_CATALOGUE = `
  SELECT DISTINCT sign FROM (
    SELECT 'column ' || CASE WHEN t.typtype = 'e' THEN 'of an enum' WHEN e.typtype = 'e' THEN 'of an array of an enum' ELSE t.typname END AS sign
    FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid AND c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
    JOIN pg_type AS t ON t.oid = a.atttypid LEFT JOIN pg_type AS e ON e.oid = t.typelem WHERE a.attnum > 0 AND NOT a.attisdropped
    UNION ALL SELECT CASE WHEN a.attidentity <> '' THEN 'identity column' WHEN a.attgenerated <> '' THEN 'generated column' END
    FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid AND c.relnamespace = 'public'::regnamespace
    UNION ALL SELECT 'relation ' || relkind::text FROM pg_class WHERE relnamespace = 'public'::regnamespace
    UNION ALL SELECT 'index by ' || amname FROM pg_class JOIN pg_am ON pg_am.oid = relam
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'i'
    UNION ALL SELECT 'index option ' || unnest(reloptions) FROM pg_class WHERE relnamespace = 'public'::regnamespace
    UNION ALL SELECT unnest(ARRAY[CASE WHEN indpred IS NOT NULL THEN 'partial index' END, CASE WHEN indexprs IS NOT NULL THEN 'index of an expression' END,
      CASE WHEN indnkeyatts < indnatts THEN 'index that includes' END, CASE WHEN indnullsnotdistinct THEN 'index of nulls as equal' END])
    FROM pg_index JOIN pg_class AS c ON c.oid = indrelid AND c.relnamespace = 'public'::regnamespace
    UNION ALL SELECT 'constraint ' || contype::text || CASE WHEN condeferrable THEN ' deferrable' ELSE '' END
      || CASE WHEN contype = 'f' THEN ' ' || confupdtype::text || confdeltype::text ELSE '' END
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT unnest(ARRAY['trigger ' || (tgtype & 127), CASE WHEN tgattr <> '' THEN 'trigger of columns' END,
      CASE WHEN tgqual IS NOT NULL THEN 'trigger on a condition' END, CASE WHEN tgoldtable IS NOT NULL OR tgnewtable IS NOT NULL THEN 'trigger with tables' END])
    FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT 'function in ' || lanname FROM pg_proc JOIN pg_language AS l ON l.oid = prolang
    WHERE pronamespace = 'public'::regnamespace
    UNION ALL SELECT 'extension ' || extname FROM pg_extension) AS signs WHERE sign IS NOT NULL`;
