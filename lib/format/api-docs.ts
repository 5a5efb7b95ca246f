/** An API description as the docs page shows it. */
import type {
  ApiDocument,
  HttpMethod,
  OperationObject,
  Parameter,
  Schema,
} from '#lib/contract/openapi/document.ts';
import type { OperationName } from '#lib/contract/operations.ts';
import { exampleOf } from './api-example.ts';
import { shapeName, singleItem, type TypeWords, typeWords } from './schema-words.ts';

export interface DocField {
  readonly name: string;
  readonly type: TypeWords;
  readonly required: boolean;
  readonly description: string | undefined;
}

interface DocInputs {
  readonly title: string;
  readonly fields: readonly DocField[];
}

export interface DocRefusal {
  readonly status: string;
  readonly meaning: string;
}

export interface DocOperation {
  readonly id: string;
  readonly names: readonly OperationName[];
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string | undefined;
  readonly inputs: readonly DocInputs[];
  /** The media types a body may have. */
  readonly bodyTypes: readonly string[];
  /** The names of the shapes that it answers, one of them at a time. */
  readonly answers: readonly string[];
  /** Besides those that every operation has. */
  readonly refusals: readonly DocRefusal[];
  readonly example: string;
}

interface DocGroup {
  readonly name: string;
  readonly operations: readonly DocOperation[];
  /** They belong here as well, and stand in another group. */
  readonly elsewhere: readonly DocOperation[];
}

export interface ApiDocs {
  /** What every operation may say. */
  readonly refusals: readonly DocRefusal[];
  readonly groups: readonly DocGroup[];
  readonly shapes: readonly { readonly name: string; readonly fields: readonly DocField[] }[];
}

export function docsOf(document: ApiDocument): ApiDocs {
  const described = Object.entries(document.paths).flatMap(([path, { servers, ...item }]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method as HttpMethod, operation })),
  );
  const common = refusalsOf(document).filter(({ status }) =>
    described.every(({ operation }) => status in operation.responses),
  );
  const all = described.map((each) => ({ tags: each.operation.tags, doc: docOf(document, each, common) }));
  return {
    refusals: common,
    groups: document.tags.map(({ name }) => ({
      name,
      operations: all.filter(({ tags }) => tags[0] === name).map(({ doc }) => doc),
      elsewhere: all.filter(({ tags }) => tags.indexOf(name) > 0).map(({ doc }) => doc),
    })),
    shapes: shapesOf(document),
  };
}

interface Described {
  readonly path: string;
  readonly method: HttpMethod;
  readonly operation: OperationObject;
}

function docOf(
  document: ApiDocument,
  { path, method, operation }: Described,
  common: readonly DocRefusal[],
): DocOperation {
  const { operationId, 'x-operations': names, summary, description, requestBody, responses } = operation;
  return {
    id: operationId,
    names,
    method: method.toUpperCase(),
    path,
    summary,
    description,
    inputs: inputsOf(document, operation),
    bodyTypes: Object.keys(requestBody?.content ?? {}),
    answers: eachOf(responses[200].content['application/json'].schema).map((schema) =>
      shapeName(schema.$ref ?? ''),
    ),
    refusals: refusalsOf(document).filter(
      ({ status }) => status in responses && !common.some((each) => each.status === status),
    ),
    example: exampleOf(document, path, method, operation),
  };
}

const refusalsOf = ({ components }: ApiDocument): DocRefusal[] =>
  Object.entries(components.responses).map(([status, { description }]) => ({ status, meaning: description }));

function inputsOf(
  document: ApiDocument,
  { parameters, requestBody, 'x-operations': names }: OperationObject,
) {
  const of = (where: Parameter['in']) =>
    parameters.filter((parameter) => parameter.in === where).map(parameterField);
  const form = requestBody?.content['application/x-www-form-urlencoded']?.schema;
  const bodies = form ? eachOf(form).map((schema) => resolve(document, schema)) : [];
  const inputs: DocInputs[] = [
    { title: 'Path parameters', fields: of('path') },
    { title: 'Query parameters', fields: of('query') },
    ...bodies.map((schema, i) => ({
      title: bodies.length > 1 ? `Body fields for ${names[i]}` : 'Body fields',
      fields: fieldsOf(schema),
    })),
  ];
  return inputs.filter(({ fields }) => fields.length > 0);
}

const parameterField = ({ name, required, schema, description }: Parameter): DocField => ({
  name,
  type: typeWords(schema),
  required,
  description,
});

/** What stands for either of several, as all of them. */
const eachOf = (schema: Schema): readonly Schema[] => schema.oneOf ?? schema.anyOf ?? [schema];

function resolve({ components }: ApiDocument, schema: Schema): Schema {
  return schema.$ref === undefined ? schema : (components.schemas[shapeName(schema.$ref)] ?? {});
}

/** Bodies stand with their operations, so only what is answered is listed. */
function shapesOf({ components }: ApiDocument) {
  return Object.entries(components.schemas)
    .filter(([name]) => !/(Form|Json)$/.test(name))
    .map(([name, schema]) => ({ name, fields: fieldsOf(schema) }));
}

/** Fields of unnamed objects stand in one list with the others: `error.code`, `targeting_center.address`. */
function fieldsOf({ properties = {}, required = [] }: Schema, within = ''): DocField[] {
  return Object.entries(properties).flatMap(([key, schema]) => {
    if (typeof schema === 'boolean') return [];
    const name = within + key;
    const field = {
      name,
      type: typeWords(schema),
      required: required.includes(key),
      description: schema.description,
    };
    const inner = schema.properties ? schema : singleItem(schema.items);
    return inner.properties ? [field, ...fieldsOf(inner, `${name}.`)] : [field];
  });
}
