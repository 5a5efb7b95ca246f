'use client';

import { SECRET_FIELD } from '#lib/forms/secret-fields.ts';

/**
 * Loads a page again if one of its scripts or styles no longer exists, because Mailroom was updated after the page was
 * opened. The page keeps what was typed. A script in the page's HTML does this, because the page's own scripts may be the
 * ones that are missing.
 */
export function ScriptRecovery({ nonce }: { readonly nonce: string | undefined }) {
  // Only the server's HTML needs the code. If the code were a child, each page's data would contain it again.
  const code = typeof window === 'undefined' ? `(${recover})(${JSON.stringify(SECRET_FIELD.source)})` : '';
  return (
    <script nonce={nonce} suppressHydrationWarning>
      {code}
    </script>
  );
}

/**
 * Runs in the browser. Can't use anything outside of its own body.
 * @param secretField a pattern for the names of fields that are never stored
 */
function recover(secretField: string): void {
  const STORED = 'mailroom:kept-values';
  // Each value, by the name of the control and its position among the controls with this name.
  type Kept = { page: string; at: number; reloads: number; values: [string, number, string | boolean][] };
  type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
  /** If the files are still missing after this many reloads in a minute, the page stays as it is. */
  const MAX_RELOADS = 2;
  const MINUTE_MS = 60_000;
  const page = location.pathname + location.search;
  const isToggle = (control: Control): control is HTMLInputElement =>
    control.type === 'checkbox' || control.type === 'radio';
  const listControls = (): [string, number, Control][] => {
    const counts = new Map<string, number>();
    const all = [...document.querySelectorAll<Control>('input[name],select[name],textarea[name]')];
    const typed = all.filter(
      ({ type, name }) => !/^(hidden|file|password)$/.test(type) && !new RegExp(secretField).test(name),
    );
    return typed.map((control) => {
      const position = counts.get(control.name) ?? 0;
      counts.set(control.name, position + 1);
      return [control.name, position, control];
    });
  };
  const readKept = (): Kept | null => {
    const kept = JSON.parse(sessionStorage.getItem(STORED) ?? 'null') as Kept | null;
    return kept && kept.page === page && Date.now() - kept.at < MINUTE_MS ? kept : null;
  };
  let isRestored = false;
  let isReloading = false;

  const reload = () => {
    const kept = readKept();
    const reloads = kept?.reloads ?? 0;
    if (isReloading || reloads >= MAX_RELOADS) return;
    isReloading = true;
    const values = listControls().map(([name, position, control]): Kept['values'][number] => [
      name,
      position,
      isToggle(control) ? control.checked : control.value,
    ]);
    const next: Kept = {
      page,
      at: kept?.at ?? Date.now(),
      reloads: reloads + 1,
      // Values from before an earlier reload haven't been restored to the page yet.
      values: kept && !isRestored ? kept.values : values,
    };
    sessionStorage.setItem(STORED, JSON.stringify(next));
    // Reloading the response to a form would submit the form again.
    location.replace(page);
  };

  const restore = () => {
    const kept = readKept();
    isRestored = true;
    if (!kept) return sessionStorage.removeItem(STORED);
    for (const [name, position, control] of listControls()) {
      const value = kept.values.find((each) => each[0] === name && each[1] === position)?.[2];
      if (value === undefined) continue;
      if (isToggle(control)) control.checked = value === true;
      else control.value = String(value);
      control.dispatchEvent(new Event('input', { bubbles: true }));
      control.dispatchEvent(new Event('change', { bubbles: true }));
    }
    sessionStorage.setItem(STORED, JSON.stringify({ ...kept, values: [] }));
  };

  const onError = ({ target }: Event) => {
    const file =
      target instanceof HTMLScriptElement ? target.src : target instanceof HTMLLinkElement ? target.href : '';
    if (!file.startsWith(`${location.origin}/_next/static/`)) return;
    // While the network is down, the page must stay as it is.
    fetch(file, { method: 'HEAD', cache: 'no-store' }).then(
      ({ status }) => status === 404 && reload(),
      () => undefined,
    );
  };
  try {
    sessionStorage.getItem(STORED);
  } catch {
    // Without storage, what was typed would be lost.
    return;
  }
  addEventListener('error', onError, true);
  addEventListener('DOMContentLoaded', restore);
}
