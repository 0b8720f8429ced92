/**
 * Compares the parts of JSON that a statement declares with those that it makes, or takes apart, as PostgreSQL's parser has understood it.
 * A part may be null if it is computed from a column that may be, or by a query that may find nothing. Outer joins are not looked at:
 * where they find nothing, our statements leave the row out or have facts of another kind.
 */
import type { PGlite } from '@electric-sql/pglite';
import type { ColumnType, ColumnTypes, JsonParts } from '../../../src/data/sql/column-types.ts';
import type { Statement } from '../../../src/data/sql/statement.ts';
import { type Catalogue, readCatalogue } from './catalogue-of-types.ts';
import { everyNode, isNode, listIn, nodesIn, parseTree, type TreeNode, type TreeValue } from './parse-tree.ts';

const JSON_TYPES = ['json', 'jsonb'];

/** Whether a statement declares JSON. */
export function declaresJson({ takes = {}, returns = {} }: Statement<never, unknown>['declaration']): boolean {
  return [...Object.values(takes), ...Object.values(returns)].some(({ names }) => names.includes('json'));
}

/** @param printed the tree of the statement */
export async function partMistakes(
  pglite: PGlite,
  { takes = {}, returns = {} }: Statement<never, unknown>['declaration'],
  printed: string,
): Promise<string[]> {
  const tree = parseTree(printed);
  const catalogue = await readCatalogue(pglite);
  const returned = columnsOf(tree, null, catalogue).flatMap(({ name, found }) => {
    const declared = (returns as ColumnTypes)[name];
    return declared?.names.includes('json')
      ? differences(declared, asTexts(found(), ['date', 'timestamptz']), name)
      : [];
  });
  const taken = takenApart(tree, catalogue).flatMap(({ place, found }) => {
    const [name, declared] = Object.entries(takes)[place] ?? [];
    return name && declared ? differences(declared, asTexts(found, ['date']), name) : [];
  });
  return [...returned, ...taken];
}

/** An expression, or a part of JSON. */
interface Found {
  readonly type: string;
  readonly isNullable: boolean;
  /** What JSON is made of, by each expression that may make it; none: it is stored so. */
  readonly made: readonly Made[];
}

type Made =
  | { readonly fields: ReadonlyMap<string, Found> }
  | { readonly elements: Found }
  | { readonly places: readonly Found[] }
  | { readonly values: Found }
  /** Null, or an empty list or object. */
  | { readonly constant: true };

function differences(declared: ColumnType<unknown>, { type, isNullable, made }: Found, path: string): string[] {
  const { names, parts } = declared;
  if (names.length === 0) return [];
  const mayBeNull = isNullable && !declared.isNullable ? [`${path} may be null`] : [];
  if (made.length > 0 && made.every((one) => 'constant' in one)) return mayBeNull;
  if (!names.includes(type)) return [`${path} is ${type}, not ${names.join(' or ')}`, ...mayBeNull];
  if (!JSON_TYPES.includes(type)) return mayBeNull;
  if (!parts) return made.length > 0 ? [`${path} has parts that are not declared`, ...mayBeNull] : mayBeNull;
  // Texts by locale are stored so, too.
  if (made.length === 0 && !('values' in parts)) return [`${path} is stored so, and not made of parts`, ...mayBeNull];
  return [...mayBeNull, ...made.flatMap((one) => partDifferences(parts, one, path))];
}

function partDifferences(parts: JsonParts, made: Made, path: string): string[] {
  if ('constant' in made) return [];
  if ('fields' in parts && 'fields' in made) {
    const missing = Object.keys(parts.fields).filter((name) => !made.fields.has(name));
    const found = [...made.fields].flatMap(([name, one]) => {
      const declared = parts.fields[name];
      return declared ? differences(declared, one, `${path}.${name}`) : [`${path}.${name} is not declared`];
    });
    return [...found, ...missing.map((name) => `${path}.${name} is missing`)];
  }
  if ('elements' in parts && 'elements' in made) return differences(parts.elements, made.elements, `${path}[]`);
  if ('elements' in parts && 'places' in made)
    return made.places.flatMap((one, place) => differences(parts.elements, one, `${path}[${place}]`));
  if ('places' in parts && 'places' in made && parts.places.length === made.places.length)
    return parts.places.flatMap((one, place) => differences(one, made.places[place]!, `${path}[${place}]`));
  if ('values' in parts && 'values' in made) return differences(parts.values, made.values, `${path}.*`);
  if ('values' in parts && 'fields' in made)
    return [...made.fields].flatMap(([name, one]) => differences(parts.values, one, `${path}.${name}`));
  return [`${path} is made of ${Object.keys(made)[0]}, not of ${Object.keys(parts)[0]}`];
}

/** What was found, with the types that are texts in JSON. Instants are given as such, and written as texts. */
function asTexts(found: Found, types: readonly string[]): Found {
  const type = types.includes(found.type) ? `${found.type} in JSON` : found.type;
  return { ...found, type, made: found.made.map((made) => mapMade(made, (one) => asTexts(one, types))) };
}

function mapMade(made: Made, change: (found: Found) => Found): Made {
  if ('fields' in made) return { fields: new Map([...made.fields].map(([name, one]) => [name, change(one)])) };
  if ('places' in made) return { places: made.places.map(change) };
  if ('constant' in made) return made;
  return 'values' in made ? { values: change(made.values) } : { elements: change(made.elements) };
}

/** The rows that a placeholder is taken apart into, by the place of the placeholder. */
function takenApart(tree: TreeNode, catalogue: Catalogue): { readonly place: number; readonly found: Found }[] {
  return [...everyNode(tree)].flatMap((node) => {
    if (node.kind !== 'RANGETBLFUNCTION' || !isNode(node.funcexpr)) return [];
    const [given] = nodesIn(node.funcexpr.args);
    if (!/^jsonb?_to_recordset$/.test(catalogue.functionOf(node.funcexpr.funcid).name)) return [];
    if (given?.kind !== 'PARAM') return [];
    const [, ...types] = listIn(node.funccoltypes);
    const fields = new Map(
      listIn(node.funccolnames).map((name, index) => [
        String(name),
        foundOf(catalogue, catalogue.typeOf(types[index])),
      ]),
    );
    const row = { type: 'json', isNullable: false, made: [{ fields }] };
    return [
      { place: Number(given.paramid) - 1, found: { type: 'json', isNullable: false, made: [{ elements: row }] } },
    ];
  });
}

/** A list is one in JSON, too. */
function foundOf(catalogue: Catalogue, type: string, isNullable = false, made: readonly Made[] = []): Found {
  const element = catalogue.elementOf(type);
  if (element === null) return { type, isNullable, made };
  const elements = made.length > 0 ? made : [{ elements: foundOf(catalogue, element) }];
  return { type: 'json', isNullable, made: elements };
}

/** Where an expression stands: within a query, itself within others. */
interface Scope {
  readonly query: TreeNode;
  readonly outer: Scope | null;
}

interface Column {
  readonly name: string;
  found(): Found;
}

function columnsOf(query: TreeNode, outer: Scope | null, catalogue: Catalogue, isRecursive = false): Column[] {
  const scope = { query, outer };
  if (isNode(query.setOperations)) {
    const leaves = [...everyNode(query.setOperations)].filter(({ kind }) => kind === 'RANGETBLREF');
    const [first = [], ...others] = leaves
      .slice(0, isRecursive ? 1 : undefined)
      .map(({ rtindex }) => nodesIn(query.rtable)[Number(rtindex) - 1]?.subquery)
      .map((subquery) => (isNode(subquery) ? columnsOf(subquery, scope, catalogue) : []));
    return first.map(({ name, found }, index) => {
      const alternatives = () => [found(), ...others.flatMap((columns) => columns[index]?.found() ?? [])];
      return { name, found: () => anyOf(alternatives()) };
    });
  }
  const targets = nodesIn(query.commandType === '1' ? query.targetList : query.returningList);
  return targets
    .filter(({ resjunk }) => resjunk !== 'true')
    .map(({ resname, expr }) => ({ name: String(resname), found: () => find(expr as TreeNode, scope, catalogue) }));
}

/** One of several, which have the same type. */
function anyOf(found: readonly Found[]): Found {
  const [first] = found;
  if (!first) throw new TypeError('an expression has no alternatives');
  return {
    type: first.type,
    isNullable: found.some((one) => one.isNullable),
    made: found.flatMap((one) => one.made),
  };
}

const CONVERSIONS = new Set(['RELABELTYPE', 'COERCEVIAIO', 'ARRAYCOERCEEXPR', 'CONVERTROWTYPEEXPR']);
/** The field with the type of each expression that is null only for null. */
const STRICT: Readonly<Record<string, string>> = { OPEXPR: 'opresulttype', BOOLEXPR: '', SCALARARRAYOPEXPR: '' };
/** Where the parser's tree has the type of each expression that is never null. */
const NEVER_NULL: Readonly<Record<string, string>> = {
  ...{ PARAM: 'paramtype', ARRAYEXPR: 'array_typeid', ROWEXPR: 'row_typeid', SQLVALUEFUNCTION: 'type' },
  ...{ WINDOWFUNC: 'wintype', FIELDSELECT: 'resulttype', NULLTEST: '', BOOLEANTEST: '', DISTINCTEXPR: '' },
};

function find(expression: TreeNode, scope: Scope, catalogue: Catalogue): Found {
  const { kind } = expression;
  const typed = (oid: TreeValue | undefined, isNullable?: boolean, made?: readonly Made[]) =>
    foundOf(catalogue, catalogue.typeOf(oid), isNullable, made);
  const findAll = (value: TreeValue | undefined) => nodesIn(value).map((one) => find(one, scope, catalogue));
  const typeIn = (field: string) => (field === '' ? 'bool' : catalogue.typeOf(expression[field]));
  if (kind === 'VAR') return findVariable(expression, scope, catalogue);
  if (kind === 'CONST') return typed(expression.consttype, expression.constisnull === 'true', [{ constant: true }]);
  if (kind === 'SUBLINK') return findSublink(expression, scope, catalogue);
  if (kind === 'AGGREF') return findAggregate(expression, scope, catalogue);
  if (kind === 'FUNCEXPR') return findCall(expression, scope, catalogue);
  if (CONVERSIONS.has(kind)) {
    const { isNullable, made } = find(expression.arg as TreeNode, scope, catalogue);
    return typed(expression.resulttype, isNullable, made);
  }
  if (kind === 'COALESCEEXPR' || kind === 'MINMAXEXPR') {
    const found = findAll(expression.args);
    return { ...anyOf(found), isNullable: found.every(({ isNullable }) => isNullable) };
  }
  if (kind === 'CASEEXPR') {
    return anyOf([
      ...nodesIn(expression.args).flatMap(({ result }) => findAll(result)),
      ...findAll(expression.defresult),
    ]);
  }
  if (kind in STRICT) {
    const isNullable = findAll(expression.args).some((one) => one.isNullable);
    return foundOf(catalogue, typeIn(STRICT[kind]!), isNullable);
  }
  if (kind in NEVER_NULL) return foundOf(catalogue, typeIn(NEVER_NULL[kind]!));
  if (kind === 'SUBSCRIPTINGREF') return typed(expression.refrestype, true);
  throw new TypeError(`it is not known what a ${kind} returns`);
}

/** Kinds of tables: others, as functions, have no columns that are known not to be null. */
const [TABLE, SUBQUERY, JOIN, CTE, GROUP] = ['0', '1', '2', '6', '9'] as const;

function findVariable({ vartype, varno, varattno, varlevelsup }: TreeNode, scope: Scope, catalogue: Catalogue): Found {
  let within = scope;
  for (let level = Number(varlevelsup); level > 0 && within.outer; level--) within = within.outer;
  const table = nodesIn(within.query.rtable)[Number(varno) - 1];
  const place = Number(varattno) - 1;
  const column = (columns: readonly Column[]) => columns[place]?.found();
  const same = (expressions: TreeValue | undefined) => {
    const expression = listIn(expressions)[place];
    return isNode(expression) ? find(expression, within, catalogue) : undefined;
  };
  const findIn: Readonly<Record<string, () => Found | undefined>> = {
    [TABLE]: () => foundOf(catalogue, '', catalogue.isNullable(table?.relid, place + 1)),
    [SUBQUERY]: () => (isNode(table?.subquery) ? column(columnsOf(table.subquery, within, catalogue)) : undefined),
    [JOIN]: () => same(table?.joinaliasvars),
    [CTE]: () => column(columnsOfCte(table, within, catalogue)),
    [GROUP]: () => same(table?.groupexprs),
  };
  const found = findIn[String(table?.rtekind)]?.();
  return foundOf(catalogue, catalogue.typeOf(vartype), found?.isNullable, found?.made);
}

function columnsOfCte(table: TreeNode | undefined, scope: Scope, catalogue: Catalogue): Column[] {
  let within = scope;
  for (let level = Number(table?.ctelevelsup); level > 0 && within.outer; level--) within = within.outer;
  const cte = nodesIn(within.query.cteList).find(({ ctename }) => ctename === table?.ctename);
  return isNode(cte?.ctequery) ? columnsOf(cte.ctequery, within, catalogue, cte.cterecursive === 'true') : [];
}

/** Kinds of sublinks. */
const [EXISTS, ALL, ANY, EXPRESSION, LIST] = ['0', '1', '2', '4', '6'] as const;

function findSublink({ subLinkType, subselect }: TreeNode, scope: Scope, catalogue: Catalogue): Found {
  if (subLinkType === EXISTS || subLinkType === ALL || subLinkType === ANY) return foundOf(catalogue, 'bool');
  if (!isNode(subselect)) throw new TypeError('a sublink has no query');
  const found = columnsOf(subselect, scope, catalogue)[0]?.found();
  if (!found) throw new TypeError('a sublink returns nothing');
  if (subLinkType === LIST) return { type: 'json', isNullable: false, made: [{ elements: found }] };
  if (subLinkType !== EXPRESSION) throw new TypeError(`it is not known what a sublink of type ${subLinkType} returns`);
  const alwaysFinds = subselect.hasAggs === 'true' && listIn(subselect.groupClause).length === 0;
  return { ...found, isNullable: found.isNullable || !alwaysFinds };
}

function findAggregate(aggregate: TreeNode, scope: Scope, catalogue: Catalogue): Found {
  const { name } = catalogue.functionOf(aggregate.aggfnoid);
  const given = nodesIn(aggregate.args).map(({ expr }) => find(expr as TreeNode, scope, catalogue));
  if (name === 'count') return foundOf(catalogue, 'int8');
  const [first, second] = given;
  const isNullable = listIn(scope.query.groupClause).length === 0 || isNode(aggregate.aggfilter);
  if (/^(jsonb?|array)_agg$/.test(name) && first) return { type: 'json', isNullable, made: [{ elements: first }] };
  if (/^jsonb?_object_agg$/.test(name) && second) return { type: 'json', isNullable, made: [{ values: second }] };
  // Others are about the rows that JSON is made of: where there are none, it has none.
  const isOfNull = given.some((one) => one.isNullable);
  return foundOf(catalogue, catalogue.typeOf(aggregate.aggtype), isOfNull);
}

function findCall({ funcid, funcresulttype, args }: TreeNode, scope: Scope, catalogue: Catalogue): Found {
  const { name, isStrict } = catalogue.functionOf(funcid);
  const given = nodesIn(args);
  const found = given.map((one) => find(one, scope, catalogue));
  if (/^jsonb?_build_array$/.test(name)) return { type: 'json', isNullable: false, made: [{ places: found }] };
  if (/^jsonb?_build_object$/.test(name)) {
    const fields = new Map(
      given.flatMap((key, index) => (index % 2 === 0 ? [[textOf(key), found[index + 1]!] as const] : [])),
    );
    return { type: 'json', isNullable: false, made: [{ fields }] };
  }
  // A row of a table is like a column that has JSON: our data model says what is in it.
  return foundOf(catalogue, catalogue.typeOf(funcresulttype), isStrict && found.some((one) => one.isNullable));
}

const UNKNOWN = '705';
const LENGTH_BYTES = 4;

/** A constant text: its bytes, after their number, and a zero at its end if its type is not known yet, or before it the length. */
function textOf({ kind, consttype, constvalue }: TreeNode): string {
  if (kind !== 'CONST') throw new TypeError('a name in JSON is no constant');
  const bytes = Buffer.from(listIn(constvalue).slice(2, -1).map(Number));
  return (consttype === UNKNOWN ? bytes.subarray(0, -1) : bytes.subarray(LENGTH_BYTES)).toString();
}
