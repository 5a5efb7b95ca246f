import type { Input, OperationName } from '#lib/contract/operations.ts';
import type { OperationContext } from '../context.ts';
import type { Refusal } from '../refusal.ts';
import type { OperationResponse } from '../responses.ts';

/** Runs one operation. The router has already authenticated the consumer and validated the input. */
type Handler<N extends OperationName> = (
  context: OperationContext,
  input: Input<N>,
) => Promise<OperationResponse<N> | Refusal>;

export type Handlers = { readonly [N in OperationName]: Handler<N> };
