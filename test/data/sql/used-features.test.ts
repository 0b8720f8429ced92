/**
 * `docs/scaling.md` says for each feature of PostgreSQL that we use beyond ordinary SQL which other engines have it. PostgreSQL's own parser
 * finds what our statements and migrations use: what has no row here or there fails, and so does a row that nothing uses.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { emptyPglite } from '../../support/database/embedded-database.ts';
import { MIGRATIONS, type SignsFound, signsOfSchema, signsOfStatements } from '../../support/database/sql-signs.ts';
import { openPreparer } from '../../support/database/statement-mistakes.ts';

const PAGE = fileURLToPath(new URL('../../../docs/scaling.md', import.meta.url));
const TABLE = /^\| feature \| used by \|.*\n(?:\|.*\n)+/m;
/** More modules are counted, and roughly: the page need not change with each of them. */
const MOST_NAMED = 3;
const MANY = 10;

/** The signs of each feature, under its name in the page. */
const FEATURES: Readonly<Record<string, RegExp>> = {
  '`READ COMMITTED`': /^isolation read committed$/,
  '`REPEATABLE READ READ ONLY`': /^isolation repeatable read$/,
  '`FOR UPDATE`, `FOR SHARE` that wait': /^(strength [1-4]|hasForUpdate true|node rowmarkclause|waitPolicy 0)$/,
  '`SKIP LOCKED`': /^waitPolicy 1$/,
  'advisory locks of a transaction': /^function pg_(try_)?advisory_xact_lock(_shared)?$/,
  'advisory locks of a session': /^function pg_(try_)?advisory_lock(_shared)?$/,
  '`pg_notify`': /^function pg_notify$/,
  '`LISTEN`': /^node listenstmt$/,
  'CTEs that write': /^hasModifyingCTE true$/,
  '`WITH RECURSIVE`': /^hasRecursive true$/,
  '`AS MATERIALIZED`': /^ctematerialized 1$/,
  '`ON CONFLICT`': /^(node (onconflictexpr|inferenceelem)|with arbiterWhere)$/,
  '`LATERAL`': /^lateral true$/,
  'window functions': /^(node window(clause|func)|with windowClause|function (row_number|first_value|lag|lead))$/,
  '`GROUPING SETS`': /^(node groupingset|with groupingSets)$/,
  '`DISTINCT ON`': /^hasDistinctOn true$/,
  '`FILTER`, `DISTINCT` and `ORDER BY` in aggregates': /^with agg(filter|distinct|order)$/,
  '`jsonb`, `json`':
    /^((type|column) jsonb?|operator jsonb .*|function (jsonb?_(?!populate|to_record)\w+|row_to_json))$/,
  'rows from JSON': /^function jsonb?_(populate_record(set)?|to_recordset)$/,
  arrays:
    /^((type|column) (_\w+|of an array of an enum)|node (array(coerce)?expr|scalararrayopexpr|subscriptingref|a_arrayexpr)|subLinkType 6|operator any(compatible)?array .*|function (unnest|cardinality|array_\w+))$/,
  '`generate_series`, `WITH ORDINALITY`': /^(function generate_series|funcordinality true)$/,
  'rows as values': /^(type (of a row|record)|node (rowcompareexpr|fieldselect)|subLinkType 5)$/,
  '`tsvector`, `tsquery`, GIN': /^((type|column) ts(vector|query)|operator tsvector @@ tsquery|index by gin)$/,
  'GIN without `fastupdate`': /^index option fastupdate=off$/,
  'partial indexes': /^partial index$/,
  'indexes of expressions': /^index of an expression$/,
  '`CREATE INDEX CONCURRENTLY`': /^concurrent true$/,
  'enum types': /^((type|column) of an enum|operator anyenum .*|node createenumstmt)$/,
  '`ALTER TYPE ... ADD VALUE`': /^node alterenumstmt$/,
  sequences: /^relation S$/,
  'foreign keys with `CASCADE`': /^constraint f .*$/,
  '`CHECK ... NOT VALID`, `VALIDATE`': /^skip_validation true$/,
  'triggers of rows': /^(trigger (\d+|on a condition)|node createtrigstmt)$/,
  'triggers of columns (`UPDATE OF`)': /^trigger of columns$/,
  'functions in PL/pgSQL and SQL':
    /^(function (in (plpgsql|sql)|of ours)|extension plpgsql|node (createfunctionstmt|functionparameter))$/,
  '`DO` blocks': /^node dostmt$/,
  'DDL in transactions': /^node (alter|drop|create|comment)(table)?stmt$|^node indexstmt$/,
  'temporary tables, `ON COMMIT DROP`': /^temporary table$/,
  '`ANALYZE` in a transaction': /^node vacuum(stmt|relation)$/,
  '`hashtext`, `sha256`': /^function (hashtext|sha256|convert_to|encode)$/,
  '`width_bucket`': /^function width_bucket$/,
  'settings of a transaction':
    /^(setting (lock_timeout|statement_timeout|plan_cache_mode|idle_in_transaction_session_timeout|transaction_timeout|client_connection_check_interval|tcp_keepalives_(idle|interval|count))|function set_config)$/,
  'system catalogue and its functions':
    /^(relation of the system|function (to_reg\w+|pg_is_in_recovery|pg_last_wal_receive_lsn|pg_control_\w+|pg_backend_pid|current_(setting|database|schema))|(type|column) (oid|regclass|regnamespace|char|xid|inet|pg_lsn)|operator ("char"|oid) = .*)$/,
};

/** What every engine has that speaks SQL at all. */
const ORDINARY: readonly RegExp[] = [
  /^node (query|alias|const|param|var|opexpr|boolexpr|booleantest|nulltest|caseexpr|casewhen|casetestexpr|coalesceexpr|minmaxexpr|nullifexpr|distinctexpr|funcexpr|aggref|relabeltype|coerceviaio|sublink|sqlvaluefunction)$/,
  /^node (fromexpr|joinexpr|rangetblentry|rangetblfunction|rangetblref|rtepermissioninfo|targetentry|sortgroupclause|setoperationstmt|commontableexpr)$/,
  /^node (a_const|a_expr|columndef|columnref|constraint|defelem|funccall|indexelem|rangevar|typecast|typename|altertablecmd|transactionstmt|variablesetstmt|createstmt)$/,
  /^(commandType [1-46]|hasDistinctOn false|hasForUpdate false|hasModifyingCTE false|hasRecursive false|lateral false|funcordinality false|limitOption 0|subLinkType [024]|ctematerialized 0|concurrent false|skip_validation false|with distinctClause)$/,
  /^(type|column) (bool|int[248]|float8|numeric|text|bpchar|varchar|name|date|timestamp(tz)?|interval|uuid|bytea|unknown|void)$/,
  /^operator (-|bigint|boolean|character|date|double precision|integer|smallint|numeric|text|timestamp with(out)? time zone|interval|uuid|bytea|name) (?!@@|\?)\S+ .*$/,
  /^function (bpchar|varchar|bool|date|float8|int[248]|numeric|text|timestamptz?|timezone|extract|to_timestamp|now|clock_timestamp|random|gen_random_uuid)$/,
  /^function (count|sum|min|max|bool_or|string_agg|chr|concat_ws|left|length|lower|lpad|rpad|quote_ident|replace|to_hex)$/,
  /^(constraint [cnp]|index by btree|relation [ir]|setting timezone)$/,
];

const found: SignsFound = new Map();
beforeAll(async () => {
  const preparer = await openPreparer();
  await signsOfStatements(preparer, found);
  await preparer.close();
  const pglite = await emptyPglite();
  await signsOfSchema(pglite, found);
  await pglite.close();
});

/** The modules that use a feature, or how many they are at least. */
function usersOf(signs: RegExp): string {
  const users = [...new Set([...found].flatMap(([sign, places]) => (signs.test(sign) ? [...places] : [])))].sort();
  if (users.length > MOST_NAMED) return `${users.length >= MANY ? MANY : MOST_NAMED + 1} or more modules`;
  return users.map((user) => `\`${user === MIGRATIONS ? user : user.replace(/\.ts$/, '')}\``).join(', ');
}

test('whatever our statements and migrations use is ordinary SQL or a feature', () => {
  const known = [...Object.values(FEATURES), ...ORDINARY];
  expect([...found.keys()].filter((sign) => !known.some((signs) => signs.test(sign))).sort()).toEqual([]);
});

test('every feature is used, and has its row in docs/scaling.md with the modules that use it (`--update` rewrites them)', async () => {
  const page = readFileSync(PAGE, 'utf8');
  const [table] = TABLE.exec(page) ?? [];
  const [head, line, ...rows] = table?.trim().split('\n') ?? [];
  const cells = rows.map((row) => row.slice(2, -2).split(' | '));
  expect(cells.map(([feature]) => feature).sort()).toEqual(Object.keys(FEATURES).sort());
  const written = cells.map(([feature = '', , ...engines]) => {
    const users = usersOf(FEATURES[feature] ?? /^$/);
    expect(users, feature).not.toBe('');
    return `| ${[feature, users, ...engines].join(' | ')} |`;
  });
  await expect(page.replace(TABLE, () => `${[head, line, ...written].join('\n')}\n`)).toMatchFileSnapshot(PAGE);
});
