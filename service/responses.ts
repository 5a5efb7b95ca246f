import type { OperationName, Output } from '#lib/contract/operations.ts';

/**
 * A resource as it appears in a response, with every documented field and no others. A field without a value is null,
 * never absent.
 */
export type CompleteResource<T> = T extends readonly (infer Item)[]
  ? readonly CompleteResource<Item>[]
  : T extends object
    ? { readonly [K in keyof T]-?: CompleteResource<Exclude<T[K], undefined>> | null }
    : T;

export type OperationResponse<N extends OperationName> = CompleteResource<Output<N>>;
