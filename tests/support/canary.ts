/** Looks for a secret where it must not be, in the forms in which it could slip out. */

/** The shortest run of a base64 text that is worth taking for a find. */
const MIN_BASE64 = 16;

/** Every form that is looked for, by name. Secrets are plain ASCII, so bytes and characters are the same. */
export function formsOf(secret: string): ReadonlyMap<string, string> {
  const bytes = Buffer.from(secret);
  const forms = new Map([
    ['plain', secret],
    ['URL', encodeURIComponent(secret)],
    ['form', new URLSearchParams({ '': secret }).toString().slice(1)],
    ['HTML', secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')],
    ['JSON', JSON.stringify(secret).slice(1, -1)],
    ['hex', bytes.toString('hex')],
    ['HEX', bytes.toString('hex').toUpperCase()],
  ]);
  // Inside a longer base64 text a secret begins at any of three offsets; what doesn't depend on its neighbours is kept.
  for (const offset of [0, 1, 2]) {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replaceAll('=', '');
    const inner = encoded.slice(
      offset === 0 ? 0 : offset + 1,
      (bytes.length + offset) % 3 === 0 ? undefined : -1,
    );
    if (inner.length < MIN_BASE64) throw new Error('the secret is too short to be found in base64');
    forms.set(`base64 at ${offset}`, inner);
    forms.set(`base64url at ${offset}`, inner.replaceAll('+', '-').replaceAll('/', '_'));
  }
  return forms;
}

/** In which forms a secret is in what was received. */
export function findSecret(secret: string, received: string | Buffer): string[] {
  const text = typeof received === 'string' ? received : received.toString('latin1');
  const found: string[] = [];
  for (const [name, form] of formsOf(secret)) if (text.includes(form)) found.push(name);
  return found;
}
