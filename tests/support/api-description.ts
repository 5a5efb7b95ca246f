/** What an API description promises, held against what was sent and answered. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { ApiDocument, HttpMethod, OperationObject } from '#lib/contract/openapi/document.ts';
import { type OperationName, operations } from '#lib/contract/operations.ts';

export interface Described {
  readonly path: string;
  readonly method: HttpMethod;
  readonly operation: OperationObject;
  /** What doesn't fit the schema of the answer with this status; a status that isn't described doesn't fit either. */
  answerProblems(status: number, body: unknown): string[];
  /** What doesn't fit the schema of the body of this type. */
  bodyProblems(type: string, body: unknown): string[];
  parameterProblems(name: string, value: unknown): string[];
}

/**
 * Every object that has its fields described is held to have no other field: a field that comes and isn't described is
 * an omission here, though a reader of the description has to put up with it.
 */
export function readDescription(document: ApiDocument): (name: OperationName) => Described {
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  addFormats.default(ajv);
  ajv.addSchema(closed(document) as object, 'api');
  const compiled = new Map<string, ValidateFunction>();
  const check = (pointer: string, value: unknown): string[] => {
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `api#${pointer}` });
    compiled.set(pointer, validate);
    return validate(value)
      ? []
      : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
  };

  return (name) => {
    const method = operations[name].method.toLowerCase() as HttpMethod;
    const found = Object.entries(document.paths).find(([, item]) =>
      item[method]?.['x-operations'].includes(name),
    );
    const operation = found?.[1][method];
    if (!found || !operation) throw new Error(`${name} is not described.`);
    const base = `/paths/${escaped(found[0])}/${method}`;
    return {
      path: found[0],
      method,
      operation,
      answerProblems(status, body) {
        const answer = operation.responses[status];
        if (!answer) return [`status ${status} is not described`];
        const at = '$ref' in answer ? answer.$ref.slice(1) : `${base}/responses/${status}`;
        return check(`${at}/content/application~1json/schema`, body);
      },
      bodyProblems: (type, body) => check(`${base}/requestBody/content/${escaped(type)}/schema`, body),
      parameterProblems(parameter, value) {
        const at = operation.parameters.findIndex((each) => each.name === parameter);
        return at < 0 ? [`${parameter} is not described`] : check(`${base}/parameters/${at}/schema`, value);
      },
    };
  };
}

const escaped = (part: string): string =>
  encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, closed(part)]));
  const isOpenObject = inner.type !== undefined && inner.properties !== undefined;
  return isOpenObject && inner.additionalProperties === undefined
    ? { ...inner, additionalProperties: false }
    : inner;
}
