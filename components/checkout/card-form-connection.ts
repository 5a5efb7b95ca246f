/**
 * Connects checkout to the card form, which is another site's page in a frame. Only this module exchanges messages
 * with other windows. docs/operations.md describes the messages.
 */
import {
  type CardFormAnswer,
  parseCardFormMessage,
  type TokenizeMessage,
} from '#lib/domain/card-form-message.ts';

const LOAD_TIMEOUT_MS = 15_000;
const ANSWER_TIMEOUT_MS = 30_000;

/**
 * `not_ready`: the form isn't loaded. `unavailable`: the form wasn't loaded in time. `no_answer`: the form was asked
 * for a token, but didn't answer in time.
 */
type CardProblem =
  | Extract<CardFormAnswer, { problem: string }>['problem']
  | 'not_ready'
  | 'unavailable'
  | 'no_answer';
export type CardTokenResult = { readonly token: string } | { readonly problem: CardProblem };

interface CardFormEvents {
  readonly onReady: () => void;
  /** Called if the form isn't ready in time. The form can still become ready later. */
  readonly onTimeout: () => void;
  /** @param height in CSS pixels */
  readonly onHeight: (height: number) => void;
}

export interface CardFormConnection {
  /** Asks the form for a new token. The token is returned but never stored. */
  readonly requestToken: () => Promise<CardTokenResult>;
  readonly close: () => void;
}

/** Loads the card form at `url` into the frame. Each connection has its own nonce. */
export function connectCardForm(
  frame: HTMLIFrameElement,
  url: string,
  { onReady, onTimeout, onHeight }: CardFormEvents,
): CardFormConnection {
  const { origin } = new URL(url);
  const nonce = crypto.randomUUID();
  const waiting = new Map<string, (result: CardTokenResult) => void>();
  let state: 'loading' | 'ready' | 'late' = 'loading';

  const receive = (event: MessageEvent<unknown>) => {
    if (event.origin !== origin || event.source !== frame.contentWindow) return;
    const message = parseCardFormMessage(event.data, nonce);
    if (message === undefined) return;
    if (message.type === 'answer') {
      waiting.get(message.request)?.(message.answer);
      return;
    }
    if (message.height !== undefined) onHeight(message.height);
    if (message.type === 'height') return;
    state = 'ready';
    clearTimeout(loadTimer);
    onReady();
  };
  addEventListener('message', receive);
  const loadTimer = setTimeout(() => {
    state = 'late';
    onTimeout();
  }, LOAD_TIMEOUT_MS);
  // The part after “#” isn't sent to the form's server.
  frame.src = `${url}#${new URLSearchParams({ nonce, origin: location.origin })}`;

  const requestToken = () => {
    if (state !== 'ready')
      return Promise.resolve<CardTokenResult>({ problem: state === 'late' ? 'unavailable' : 'not_ready' });
    const request = crypto.randomUUID();
    const message: TokenizeMessage = { type: 'mailroom:tokenize', nonce, request };
    return new Promise<CardTokenResult>((resolve) => {
      const timer = setTimeout(() => answer({ problem: 'no_answer' }), ANSWER_TIMEOUT_MS);
      const answer = (result: CardTokenResult) => {
        clearTimeout(timer);
        waiting.delete(request);
        // If the browser let the form take focus, focusing the frame again would move focus away from the field.
        const isInvalid = 'problem' in result && result.problem === 'invalid';
        if (isInvalid && document.activeElement !== frame) frame.focus();
        resolve(result);
      };
      waiting.set(request, answer);
      frame.contentWindow?.postMessage(message, origin);
    });
  };
  const close = () => {
    removeEventListener('message', receive);
    clearTimeout(loadTimer);
    for (const answer of waiting.values()) answer({ problem: 'no_answer' });
  };
  return { requestToken, close };
}
