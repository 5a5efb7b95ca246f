/** Searches text for every encoding in which a secret could leak. */

/** The minimum length of a base64 fragment. A shorter fragment could match by chance. */
const MIN_BASE64 = 16;

/**
 * Returns the secret in each encoding, keyed by the encoding's name. Secrets must be ASCII text, so that each
 * character is one byte.
 */
export function encodedForms(secret: string): ReadonlyMap<string, string> {
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
  // In a longer base64 string, the secret starts at one of three offsets.
  // Keep only the characters that don't depend on the bytes before and after the secret.
  for (const offset of [0, 1, 2]) {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replaceAll('=', '');
    const inner = encoded.slice(
      offset === 0 ? 0 : offset + 1,
      (bytes.length + offset) % 3 === 0 ? undefined : -1,
    );
    if (inner.length < MIN_BASE64) throw new Error('The secret is too short to be found in base64.');
    forms.set(`base64 at ${offset}`, inner);
    forms.set(`base64url at ${offset}`, inner.replaceAll('+', '-').replaceAll('/', '_'));
  }
  return forms;
}

/** @returns the names of the encodings in which `received` contains the secret */
export function findSecret(secret: string, received: string | Buffer): string[] {
  const text = typeof received === 'string' ? received : received.toString('latin1');
  const found: string[] = [];
  for (const [name, form] of encodedForms(secret)) if (text.includes(form)) found.push(name);
  return found;
}
