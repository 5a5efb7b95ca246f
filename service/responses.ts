import type { OperationName, Output } from '#lib/contract/operations.ts';

/** A resource as it is answered: every documented field and no other. What has no value is null, never absent. */
export type Documented<T> = T extends readonly (infer Item)[]
  ? readonly Documented<Item>[]
  : T extends object
    ? { readonly [K in keyof T]-?: Documented<Exclude<T[K], undefined>> | null }
    : T;

export type Answer<N extends OperationName> = Documented<Output<N>>;
