/** Converts the API description into the data that the docs page shows. */
import type {
  ApiDocument,
  HttpMethod,
  OperationObject,
  Parameter,
  Schema,
} from '#lib/contract/openapi/document.ts';
import type { OperationName } from '#lib/contract/operations.ts';
import { buildRequestExample } from './api-example.ts';
import { describeType, itemSchema, shapeName, type TypeText } from './schema-types.ts';

export interface DocField {
  readonly name: string;
  readonly type: TypeText;
  readonly required: boolean;
  readonly description: string | undefined;
}

interface DocInputs {
  readonly title: string;
  readonly fields: readonly DocField[];
}

export interface DocError {
  readonly status: string;
  readonly meaning: string;
}

export interface DocOperation {
  readonly id: string;
  readonly names: readonly OperationName[];
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly inputs: readonly DocInputs[];
  /** The media types that the operation accepts for the request body. */
  readonly bodyTypes: readonly string[];
  /** The names of the operation's response shapes. */
  readonly responses: readonly string[];
  /** The errors that this operation can return in addition to the common errors. */
  readonly errors: readonly DocError[];
  readonly example: string;
}

interface DocGroup {
  readonly name: string;
  readonly operations: readonly DocOperation[];
  /** The operations that also belong to this group but are described in another group. */
  readonly alsoListed: readonly DocOperation[];
}

export interface ApiDocs {
  /** The errors that every operation can return. */
  readonly errors: readonly DocError[];
  readonly groups: readonly DocGroup[];
  readonly shapes: readonly { readonly name: string; readonly fields: readonly DocField[] }[];
}

export function toApiDocs(document: ApiDocument): ApiDocs {
  const described = Object.entries(document.paths).flatMap(([path, { servers, ...item }]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method as HttpMethod, operation })),
  );
  const common = listErrors(document).filter(({ status }) =>
    described.every(({ operation }) => status in operation.responses),
  );
  const all = described.map((each) => ({
    tags: each.operation.tags,
    doc: describeOperationForDocs(document, each, common),
  }));
  return {
    errors: common,
    groups: document.tags.map(({ name }) => ({
      name,
      operations: all.filter(({ tags }) => tags[0] === name).map(({ doc }) => doc),
      alsoListed: all.filter(({ tags }) => tags.indexOf(name) > 0).map(({ doc }) => doc),
    })),
    shapes: listShapes(document),
  };
}

interface Described {
  readonly path: string;
  readonly method: HttpMethod;
  readonly operation: OperationObject;
}

function describeOperationForDocs(
  document: ApiDocument,
  { path, method, operation }: Described,
  common: readonly DocError[],
): DocOperation {
  const { operationId, 'x-operations': names, summary, description, requestBody, responses } = operation;
  return {
    id: operationId,
    names,
    method: method.toUpperCase(),
    path,
    summary,
    description,
    inputs: listInputs(document, operation),
    bodyTypes: Object.keys(requestBody?.content ?? {}),
    responses: alternativesOf(responses[200].content['application/json'].schema).map((schema) =>
      shapeName(schema.$ref ?? ''),
    ),
    errors: listErrors(document).filter(
      ({ status }) => status in responses && !common.some((each) => each.status === status),
    ),
    example: buildRequestExample(document, path, method, operation),
  };
}

const listErrors = ({ components }: ApiDocument): DocError[] =>
  Object.entries(components.responses).map(([status, { description }]) => ({ status, meaning: description }));

function listInputs(
  document: ApiDocument,
  { parameters, requestBody, 'x-operations': names }: OperationObject,
) {
  const fieldsIn = (where: Parameter['in']) =>
    parameters.filter((parameter) => parameter.in === where).map(toDocField);
  const form = requestBody?.content['application/x-www-form-urlencoded']?.schema;
  const bodies = form ? alternativesOf(form).map((schema) => resolveReference(document, schema)) : [];
  const inputs: DocInputs[] = [
    { title: 'Path parameters', fields: fieldsIn('path') },
    { title: 'Query parameters', fields: fieldsIn('query') },
    ...bodies.map((schema, i) => ({
      title: bodies.length > 1 ? `Body fields for ${names[i]}` : 'Body fields',
      fields: listFields(schema),
    })),
  ];
  return inputs.filter(({ fields }) => fields.length > 0);
}

const toDocField = ({ name, required, schema, description }: Parameter): DocField => ({
  name,
  type: describeType(schema),
  required,
  description,
});

/** Returns a schema's alternatives, or only the schema itself if there are no alternatives. */
const alternativesOf = (schema: Schema): readonly Schema[] => schema.oneOf ?? schema.anyOf ?? [schema];

function resolveReference({ components }: ApiDocument, schema: Schema): Schema {
  return schema.$ref === undefined ? schema : (components.schemas[shapeName(schema.$ref)] ?? {});
}

/**
 * Lists the response shapes. Leaves out request bodies, because the docs page describes them with their
 * operations.
 */
function listShapes({ components }: ApiDocument) {
  return Object.entries(components.schemas)
    .filter(([name]) => !/(Form|Json)$/.test(name))
    .map(([name, schema]) => ({ name, fields: listFields(schema) }));
}

/** Lists all fields, including nested fields such as `error.code` and `targeting_center.address`. */
function listFields({ properties = {}, required = [] }: Schema, prefix = ''): DocField[] {
  return Object.entries(properties).flatMap(([key, schema]) => {
    if (typeof schema === 'boolean') return [];
    const name = prefix + key;
    const field = {
      name,
      type: describeType(schema),
      required: required.includes(key),
      description: schema.description,
    };
    const inner = schema.properties ? schema : itemSchema(schema.items);
    return inner.properties ? [field, ...listFields(inner, `${name}.`)] : [field];
  });
}
