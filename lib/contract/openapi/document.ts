/** The parts of OpenAPI 3.1 that our documents use. */
import type { z } from 'zod';
import type { OperationName } from '../operations.ts';

export type Schema = z.core.JSONSchema.JSONSchema;

export interface Reference {
  readonly $ref: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly style?: 'form';
  readonly explode?: true;
}

export interface MediaType {
  readonly schema: Schema;
  readonly encoding?: Readonly<Record<string, { readonly style: 'form'; readonly explode: true }>>;
}

export interface RequestBody {
  readonly required: boolean;
  readonly content: Readonly<Record<string, MediaType>>;
}

export interface ResponseHeader {
  readonly description: string;
  readonly schema: Schema;
}

export interface ApiResponse {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Reference>>;
  readonly content: {
    readonly 'application/json': { readonly schema: Schema };
    readonly 'application/problem+json'?: { readonly schema: Schema };
  };
}

export interface OperationObject {
  readonly operationId: string;
  /**
   * The contract's operations that this object describes. Operations that share a method and path share one
   * object.
   */
  readonly 'x-operations': readonly OperationName[];
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** The alternative security schemes: a request must use one of them. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: RequestBody;
  readonly responses: { readonly 200: ApiResponse } & Readonly<Record<string, ApiResponse | Reference>>;
}

export interface SecurityScheme {
  readonly type: 'http' | 'apiKey';
  readonly description: string;
  readonly scheme?: 'bearer';
  readonly bearerFormat?: string;
  readonly in?: 'cookie' | 'header';
  readonly name?: string;
}

export type HttpMethod = 'get' | 'post' | 'put' | 'delete';
export type PathItem = { readonly [M in HttpMethod]?: OperationObject } & {
  readonly servers?: readonly { readonly url: string }[];
};

export interface Contact {
  readonly name: string;
  readonly url: string;
}

export interface ApiDocument {
  readonly openapi: '3.1.0';
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly contact: Contact;
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, ApiResponse>>;
    readonly headers?: Readonly<Record<string, ResponseHeader>>;
    readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
  };
}
