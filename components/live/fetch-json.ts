/** The polled value if the resource was deleted. The refreshed page says that the resource was deleted. */
export const GONE = 'gone';

/**
 * Fetches JSON from a console route. Returns `GONE` for a 404 response, and undefined for any other error
 * response.
 */
export async function fetchJson<T extends object>(url: string): Promise<T | typeof GONE | undefined> {
  const response = await fetch(url);
  if (response.status === 404) return GONE;
  return response.ok ? response.json() : undefined;
}
