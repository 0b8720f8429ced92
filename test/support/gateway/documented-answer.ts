/**
 * Checks answers against the OpenAPI document: the status is documented, the body fits its schema to the last field,
 * and exactly the documented headers are present.
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

/** An answer to a request below `/api`, and the parts of the request that decide what is documented. */
export interface AnswerToCheck {
  method: string;
  url: string;
  statusCode: number;
  headers: Readonly<Record<string, unknown>>;
  body: string;
}

interface DocumentedHeader {
  required?: boolean;
  schema: { type?: string };
}

interface DocumentedResponse {
  headers: Record<string, DocumentedHeader>;
  content?: Record<string, unknown>;
}

export interface DocumentedOperation {
  path: string;
  method: string;
  statuses: readonly string[];
}

export interface AnswerCheck {
  readonly operations: readonly DocumentedOperation[];
  /** The operation of a request; for another method, the only one of its address. */
  operationOf(request: Pick<AnswerToCheck, 'method' | 'url'>): DocumentedOperation | null;
  /** Everything undocumented in an answer. */
  problemsOf(answer: AnswerToCheck): string[];
  /** Where a value does not fit the schema at a place in the document. */
  misfitsOf(value: unknown, pointer: string): string[];
}

/** Headers of every answer of the server, which have their own tests. */
const ELSEWHERE =
  /^(access-control-.*|connection|content-length|content-security-policy|content-type|cross-origin-resource-policy|date|keep-alive|referrer-policy|strict-transport-security|transfer-encoding|x-content-type-options|x-frame-options)$/;

const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');

/**
 * A check against a document, with open objects closed; without `unicodeRegExp`, patterns are read as by validators
 * without the flag `u`.
 */
export function answerCheck(openDocument: object, { unicodeRegExp = true } = {}): AnswerCheck {
  const document = JSON.parse(JSON.stringify(openDocument), (_, value) =>
    value?.properties &&
    [value.type].flat().includes('object') &&
    [undefined, true].includes(value.additionalProperties)
      ? { ...value, additionalProperties: false }
      : value,
  );
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true, unicodeRegExp });
  formats.default(ajv, ['date', 'date-time', 'uri']);
  ajv.addSchema({ ...document, $id: 'document' });

  const operations: DocumentedOperation[] = Object.entries<Record<string, { responses: object }>>(
    document.paths,
  ).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses }]) => ({ path, method, statuses: Object.keys(responses) })),
  );

  function resolved<Value>(value: unknown): Value {
    const { $ref } = value as { $ref?: string };
    if ($ref === undefined) return value as Value;
    return $ref
      .split('/')
      .slice(1)
      .reduce((inner, name) => inner[name], document) as Value;
  }

  function pointerTo(value: unknown, pointer: string): string {
    return (value as { $ref?: string }).$ref ?? pointer;
  }

  function misfitsOf(value: unknown, pointer: string): string[] {
    const schema = { $ref: `document${pointer}` };
    const validate = ajv.getSchema(`document${pointer}`) ?? ajv.compile(schema);
    if (validate(value)) return [];
    return validate.errors!.map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }

  function headerProblems(response: DocumentedResponse, pointer: string, headers: AnswerToCheck['headers']): string[] {
    const documented = Object.entries(response.headers).map(
      ([name, header]) => [name.toLowerCase(), name, header] as const,
    );
    const names = new Set(documented.map(([name]) => name));
    const undocumented = Object.keys(headers).filter((name) => !names.has(name) && !ELSEWHERE.test(name));
    return [
      ...undocumented.map((name) => `header ${name} is not documented`),
      ...documented.flatMap(([lower, name, reference]) => {
        const header = resolved<DocumentedHeader>(reference);
        const value = headers[lower];
        if (value === undefined) return header.required ? [`header ${name} is missing`] : [];
        const typed = header.schema.type === 'integer' ? Number(value) : value;
        const at = pointerTo(reference, `${pointer}/headers/${name}`);
        return misfitsOf(typed, `${at}/schema`).map((misfit) => `header ${name}: ${String(value)}: ${misfit}`);
      }),
    ];
  }

  const check: AnswerCheck = {
    operations,
    misfitsOf,
    operationOf({ method, url }) {
      const address = url
        .split('?', 1)[0]!
        .replace(/^\/api/, '')
        // A dot at its end leaves a slash, as requests of these tests are sent.
        .replace(/\/(?:\.|%2e)?$/i, '')
        .split('/');
      const there = operations.filter(({ path }) => {
        const segments = path.split('/');
        return (
          segments.length === address.length && segments.every((one, i) => one.startsWith('{') || one === address[i])
        );
      });
      return there.find((one) => one.method === method.toLowerCase()) ?? there[0] ?? null;
    },
    problemsOf(answer) {
      const operation = check.operationOf(answer);
      if (!operation) return [`${answer.url} is not documented`];
      const { path, method } = operation;
      const status = String(answer.statusCode);
      if (!operation.statuses.includes(status)) return [`status ${status} is not documented`];
      const place = `#/paths/${escaped(path)}/${method}/responses/${status}`;
      const reference = document.paths[path][method].responses[status];
      const response = resolved<DocumentedResponse>(reference);
      const pointer = pointerTo(reference, place);
      const problems = headerProblems(response, pointer, answer.headers);
      if (!response.content) return [...problems, ...(answer.body === '' ? [] : ['has a body'])];
      if ('text/csv' in response.content) {
        return [...problems, ...(/^text\/csv;/.test(String(answer.headers['content-type'])) ? [] : ['is not CSV'])];
      }
      if (answer.headers['content-type'] !== 'application/json; charset=utf-8') return [...problems, 'is not JSON'];
      const schema = `${pointer}/content/${escaped('application/json')}/schema`;
      return [...problems, ...misfitsOf(JSON.parse(answer.body), schema)];
    },
  };
  return check;
}
