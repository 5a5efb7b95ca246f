/** Checks requests and responses against an API description. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { z } from 'zod';
import type { ApiDocument, HttpMethod, OperationObject } from '#lib/contract/openapi/document.ts';
import { createApiDocument } from '#lib/contract/openapi/openapi.ts';
import { type OperationName, operations } from '#lib/contract/operations.ts';

export interface OperationDescription {
  readonly path: string;
  readonly method: HttpMethod;
  readonly operation: OperationObject;
  /** Returns the schema errors in a response. An undocumented status is also an error. */
  responseErrors(status: number, body: unknown): string[];
  /** Returns the schema errors in a request body of the given content type. */
  bodyErrors(type: string, body: unknown): string[];
  parameterErrors(name: string, value: unknown): string[];
}

/** Creates an API description with default values for all options that a test doesn't set. */
export const createTestDocument = (
  options: Partial<Parameters<typeof createApiDocument>[0]> = {},
): ApiDocument =>
  createApiDocument({
    title: 'Test API',
    description: '',
    contact: { name: 'Test', url: 'http://program.test' },
    origin: 'http://program.test',
    prefix: '',
    securitySchemes: {},
    security: () => ['key'],
    statuses: () => [],
    takesJson: true,
    error: z.object({}),
    nullable: false,
    ...options,
  });

/**
 * Reads an API description for tests. Objects can't have fields that the description doesn't list, because
 * the description must cover every field that the console sends.
 */
export function readApiDescription(document: ApiDocument): (name: OperationName) => OperationDescription {
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  addFormats.default(ajv);
  ajv.addSchema(closeObjects(document) as object, 'api');
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
    const base = `/paths/${escapePointer(found[0])}/${method}`;
    return {
      path: found[0],
      method,
      operation,
      responseErrors(status, body) {
        const response = operation.responses[status];
        if (!response) return [`status ${status} is not described`];
        const pointer = '$ref' in response ? response.$ref.slice(1) : `${base}/responses/${status}`;
        return check(`${pointer}/content/application~1json/schema`, body);
      },
      bodyErrors: (type, body) => check(`${base}/requestBody/content/${escapePointer(type)}/schema`, body),
      parameterErrors(parameter, value) {
        const index = operation.parameters.findIndex(({ name }) => name === parameter);
        return index < 0
          ? [`${parameter} is not described`]
          : check(`${base}/parameters/${index}/schema`, value);
      },
    };
  };
}

const escapePointer = (part: string): string =>
  encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

function closeObjects(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closeObjects);
  if (typeof value !== 'object' || value === null) return value;
  const closed = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, closeObjects(part)]));
  const hasProperties = closed.type !== undefined && closed.properties !== undefined;
  return hasProperties && closed.additionalProperties === undefined
    ? { ...closed, additionalProperties: false }
    : closed;
}
