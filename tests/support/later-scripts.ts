/** Delays or blocks the scripts that pages load after the initial page load. */
import type { Page, Route } from '@playwright/test';
import { measureFirstLoads } from '#scripts/first-load.ts';

/** @param path the route, as `npm run size` prints it */
async function handleLaterScripts(page: Page, path: string, handle: (route: Route) => Promise<void>) {
  const first = (await measureFirstLoads()).find(({ route }) => route === path)?.chunks ?? [];
  await page.route(
    ({ pathname }) => /^\/_next\/static\/.*\.js$/.test(pathname) && !first.includes(pathname),
    handle,
  );
}

/** @returns a function that lets the page load its later scripts */
export async function holdLaterScripts(page: Page, path: string): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await handleLaterScripts(page, path, async (route) => {
    await released.promise;
    await route.continue();
  });
  return released.resolve;
}

export const blockLaterScripts = (page: Page, path: string) =>
  handleLaterScripts(page, path, (route) => route.abort());
