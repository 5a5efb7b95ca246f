/**
 * Builds an OpenAPI 3.1 document for the interface from the table of operations. The console and the embedded
 * service each serve a document at /openapi.json. `ApiProgram` contains the differences between the two
 * documents.
 */
import type { z } from 'zod';
import { type OperationName, operationNames, operations } from '../operations.ts';
import type {
  ApiDocument,
  ApiResponse,
  Contact,
  HttpMethod,
  OperationObject,
  PathItem,
  ResponseHeader,
  SecurityScheme,
} from './document.ts';
import { bodySchemas, describeHeaders, describeOperation, type ProgramRules } from './operation.ts';
import { GROUP_PROSE, GROUPS, STATUS_PROSE } from './prose.ts';
import { inputSchema, resourceSchemas } from './schemas.ts';

export interface ApiProgram extends ProgramRules {
  readonly title: string;
  readonly description: string;
  /** Where to get help with the API. */
  readonly contact: Contact;
  readonly origin: string;
  /** The origin of the v2 API, if it differs from the origin of the v1 API. */
  readonly originV2?: string | undefined;
  /** The prefix of all paths. */
  readonly prefix: '' | '/api';
  readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
  /** The headers that responses can have, by name. */
  readonly headerDescriptions?: Readonly<Record<string, ResponseHeader>>;
  /** The schema for the body of every response whose status isn't 200. */
  readonly error: z.ZodType;
  /**
   * The schema of errors in the problem details format. Undefined if the program doesn't return errors in
   * that format.
   */
  readonly problem?: z.ZodType | undefined;
  /** True if fields without a value are null. False if responses omit fields without a value. */
  readonly nullable: boolean;
}

/** The version of this description. The versions of the interface, v1 and v2, are part of the paths instead. */
const VERSION = '1.0.0';

/** The license of the API itself, not of the code. */
const LICENSE = { name: 'All rights reserved', identifier: 'LicenseRef-AllRightsReserved' };

/**
 * Explains field names that contain brackets. OpenAPI's deepObject style can't describe all names that
 * contain brackets.
 */
const BRACKET_NAMES = [
  'Names in queries and forms are literal and include the brackets: `sent_at[from]` is one parameter. Send `designs[]`',
  'once per design. `meta_data[][key]` and `meta_data[][value]` form pairs in order: the first key belongs to',
  'the first value. Requests with an unknown name, or with several values for a name that takes only one, are rejected with status 400.',
].join(' ');

export function createApiDocument(program: ApiProgram): ApiDocument {
  const { title, description, contact, origin, securitySchemes, nullable, error, problem } = program;
  const described = groupByPath().map((names) => ({ names, operation: describeOperation(names, program) }));
  const statuses = new Set(
    described.flatMap(({ operation }) => Object.keys(operation.responses).map(Number)),
  );
  statuses.delete(200);
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: VERSION,
      description: `${description}\n\n${BRACKET_NAMES}`,
      contact,
      license: LICENSE,
    },
    servers: [{ url: origin }],
    tags: GROUPS.map((name) => ({ name, description: GROUP_PROSE[name] })),
    paths: describePaths(program, described),
    components: {
      schemas: {
        ...resourceSchemas(nullable),
        ...bodySchemas(program.takesJson),
        Error: inputSchema(error),
        ...(problem && { Problem: inputSchema(problem) }),
      },
      responses: Object.fromEntries(
        [...statuses].map((status) => [
          status,
          {
            ...errorResponse(status, problem !== undefined),
            ...describeHeaders(program.responseHeaders?.(status, [])),
          },
        ]),
      ),
      securitySchemes,
      ...(program.headerDescriptions && { headers: program.headerDescriptions }),
    },
  };
}

type Names = readonly [OperationName, ...OperationName[]];

/** Returns the operations' names, grouped by method and path. */
function groupByPath(): Names[] {
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

function describePaths({ prefix, origin, originV2 = origin }: ApiProgram, described: readonly Described[]) {
  const paths: Record<string, PathItem> = {};
  for (const { names, operation } of described) {
    const { path, method, version } = operations[names[0]];
    const hasOwnOrigin = version === 'v2' && originV2 !== origin;
    paths[prefix + path] = {
      ...paths[prefix + path],
      ...(hasOwnOrigin && { servers: [{ url: originV2 }] }),
      [method.toLowerCase() as HttpMethod]: operation,
    };
  }
  return paths;
}

const errorResponse = (status: number, hasProblem: boolean): ApiResponse => ({
  description: STATUS_PROSE[status] ?? 'The request failed.',
  content: {
    'application/json': { schema: { $ref: '#/components/schemas/Error' } },
    ...(hasProblem && {
      'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
    }),
  },
});
