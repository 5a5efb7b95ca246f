/** Posts forms without using the console's pages, as an attacker would. */
import type { APIRequestContext, APIResponse, Locator } from '@playwright/test';

export type FormFields = Readonly<Record<string, string>>;

/**
 * Reads the fields that a form would submit. Next's hidden fields are present only if the page was loaded without
 * JavaScript.
 */
export async function readFormFields(form: Locator): Promise<FormFields> {
  const entries = await form.evaluate((element) =>
    [...new FormData(element as HTMLFormElement)].map(([name, value]) => [name, String(value)]),
  );
  return Object.fromEntries(entries);
}

/** Posts a form to its page, with the session of `request` and the console's origin. */
export function postForm(request: APIRequestContext, url: URL, fields: FormFields): Promise<APIResponse> {
  return request.post(url.href, {
    multipart: { ...fields },
    headers: { origin: url.origin },
    maxRedirects: 0,
  });
}
