import type { Input, OperationName } from '#lib/contract/operations.ts';
import type { Answer } from '../responses.ts';
import type { CallContext } from '../context.ts';
import type { Refusal } from '../refusal.ts';

/** Does one operation. The caller is known and the input fits the operation's row in the contract. */
type Handler<N extends OperationName> = (
  context: CallContext,
  input: Input<N>,
) => Promise<Answer<N> | Refusal>;

export type Handlers = { readonly [N in OperationName]: Handler<N> };
