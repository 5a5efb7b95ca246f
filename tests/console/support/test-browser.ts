/** A browser that keeps its cookies between requests to a console in the test's process. */
import type { FormState } from '#lib/forms/form-state.ts';
import { submitForm } from './forms.ts';
import { inRequest } from './request.ts';
import { ORIGIN } from './settings.ts';

type Action = (previous: FormState, form: FormData) => Promise<FormState>;

export class TestBrowser {
  readonly cookies: Record<string, string> = {};
  readonly #headers: Readonly<Record<string, string>>;

  constructor(headers: Readonly<Record<string, string>> = {}) {
    this.#headers = { origin: ORIGIN, ...headers };
  }

  /** Runs `work` in a request from this browser. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    return inRequest({ headers: this.#headers, cookies: { ...this.cookies } }, async ({ cookies }) => {
      const result = await work();
      for (const { name, value } of cookies.written) {
        if (value === '') delete this.cookies[name];
        else this.cookies[name] = value;
      }
      return result;
    });
  }

  /** @returns the action's state, or `{ to }` after a redirect */
  submit(action: Action, fields: Readonly<Record<string, string>> = {}): Promise<unknown> {
    return this.run(() => submitForm(action, fields));
  }
}
