import type { OperationName, Output } from '#lib/contract/operations.ts';

/**
 * A resource in a response, with exactly the documented fields. A field without a value is null and is never
 * omitted.
 */
export type CompleteResource<T> = T extends readonly (infer Item)[]
  ? readonly CompleteResource<Item>[]
  : T extends object
    ? { readonly [K in keyof T]-?: CompleteResource<Exclude<T[K], undefined>> | null }
    : T;

export type OperationResponse<N extends OperationName> = CompleteResource<Output<N>>;
