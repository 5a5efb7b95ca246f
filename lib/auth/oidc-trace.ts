/**
 * Records why a sign-in through the identity provider failed. next-auth passes the cause only to its logger, which all
 * concurrent sign-ins share.
 */
import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import { diagnoseOwnError, diagnoseSignIn, type SignInDiagnosis } from './oidc-diagnosis.ts';

/** The steps of a sign-in, in order. All steps except the last are requests to the identity provider. */
export type SignInStep = 'configuration' | 'tokens' | 'userinfo' | 'member';

interface SignInTrace {
  step: SignInStep;
  failure: SignInDiagnosis | null;
}

const current = new AsyncLocalStorage<SignInTrace>();

/** Runs part of a sign-in. Returns the result, the step that the sign-in reached, and the first failure. */
export async function traceSignIn<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly trace: Readonly<SignInTrace> }> {
  const trace: SignInTrace = { step: 'configuration', failure: null };
  return { result: await current.run(trace, work), trace };
}

export function recordSignInStep(step: SignInStep): void {
  const trace = current.getStore();
  if (trace) trace.step = step;
}

/** Records the first failure. Ignores later failures, because they are only consequences of the first. */
export function recordSignInFailure(failure: SignInDiagnosis): void {
  const trace = current.getStore();
  if (trace) trace.failure ??= failure;
}

/**
 * Records an error from next-auth's logger.
 * @param metadata an object that contains the error if the provider or the request caused the error. If the
 * console's own code caused the error, `metadata` is the error itself.
 */
export function recordSignInError(metadata: unknown): void {
  const isFromProvider = typeof metadata === 'object' && metadata !== null && 'error' in metadata;
  recordSignInFailure(isFromProvider ? diagnoseSignIn(metadata.error) : diagnoseOwnError(metadata));
}
