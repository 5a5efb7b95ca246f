/**
 * The interface as an OpenAPI 3.1 document, made from the table of operations. Both programs serve one of themselves at
 * /openapi.json; where they differ is what they say about themselves here.
 */
import type { z } from 'zod';
import { type OperationName, operationNames, operations } from '../operations.ts';
import type {
  Answer,
  ApiDocument,
  HttpMethod,
  OperationObject,
  PathItem,
  SecurityScheme,
} from './document.ts';
import { bodySchemas, describeOperation, type Speaker } from './operation.ts';
import { GROUPS, STATUS_PROSE } from './prose.ts';
import { inputSchema, resourceSchemas } from './schemas.ts';

export interface Program extends Speaker {
  readonly title: string;
  readonly description: string;
  readonly origin: string;
  /** Where v2 is reached, if elsewhere. */
  readonly originV2?: string | undefined;
  /** Stands before the paths of the table. */
  readonly prefix: '' | '/api';
  readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
  /** What it answers with every status but 200. */
  readonly error: z.ZodType;
  /** Whether what has no value is answered as null, or left out. */
  readonly nullable: boolean;
}

/** Of the description, not of the interface: that is in every path. */
const VERSION = '1.0.0';

/** What OpenAPI's own style for such names, deepObject, can't say. */
const SPELLING = [
  'Names in queries and forms are literal, brackets and all: `sent_at[from]` is one parameter, `designs[]` is sent once',
  'per design, and `meta_data[][key]` and `meta_data[][value]` are matched in order: the first key goes with',
  'the first value. Unknown names and repeated single values are rejected with status 400.',
].join(' ');

export function openApiOf(program: Program): ApiDocument {
  const { title, description, origin, securitySchemes, nullable, error } = program;
  const described = sharingPaths().map((names) => ({ names, operation: describeOperation(names, program) }));
  const statuses = new Set(
    described.flatMap(({ operation }) => Object.keys(operation.responses).map(Number)),
  );
  statuses.delete(200);
  return {
    openapi: '3.1.0',
    info: { title, version: VERSION, description: `${description}\n\n${SPELLING}` },
    servers: [{ url: origin }],
    tags: GROUPS.map((name) => ({ name })),
    paths: pathsOf(program, described),
    components: {
      schemas: {
        ...resourceSchemas(nullable),
        ...bodySchemas(program.takesJson),
        Error: inputSchema(error),
      },
      responses: Object.fromEntries([...statuses].map((status) => [status, errorAnswer(status)])),
      securitySchemes,
    },
  };
}

type Names = readonly [OperationName, ...OperationName[]];

/** The rows, those together that have the same method and path. */
function sharingPaths(): Names[] {
  const groups = new Map<string, [OperationName, ...OperationName[]]>();
  for (const name of operationNames) {
    const { method, path } = operations[name];
    const group = groups.get(`${method} ${path}`);
    if (group) group.push(name);
    else groups.set(`${method} ${path}`, [name]);
  }
  return [...groups.values()];
}

interface Described {
  readonly names: Names;
  readonly operation: OperationObject;
}

function pathsOf({ prefix, origin, originV2 = origin }: Program, described: readonly Described[]) {
  const paths: Record<string, PathItem> = {};
  for (const { names, operation } of described) {
    const { path, method, version } = operations[names[0]];
    const isElsewhere = version === 'v2' && originV2 !== origin;
    paths[prefix + path] = {
      ...paths[prefix + path],
      ...(isElsewhere && { servers: [{ url: originV2 }] }),
      [method.toLowerCase() as HttpMethod]: operation,
    };
  }
  return paths;
}

const errorAnswer = (status: number): Answer => ({
  description: STATUS_PROSE[status] ?? 'The request failed.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});
