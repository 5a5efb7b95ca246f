/** Forms posted by hand, as somebody would who goes round the pages. */
import type { APIRequestContext, APIResponse, Locator } from '@playwright/test';

export type Fields = Readonly<Record<string, string>>;

/** What a form would send, Next's own fields included. Only those stand in a page that was loaded without JavaScript. */
export async function fieldsOf(form: Locator): Promise<Fields> {
  const entries = await form.evaluate((element) =>
    [...new FormData(element as HTMLFormElement)].map(([name, value]) => [name, String(value)]),
  );
  return Object.fromEntries(entries);
}

/** Posts a form to its page, with the session of `request` and as if from a page of the console. */
export function post(request: APIRequestContext, url: URL, fields: Fields): Promise<APIResponse> {
  return request.post(url.href, {
    multipart: { ...fields },
    headers: { origin: url.origin },
    maxRedirects: 0,
  });
}
