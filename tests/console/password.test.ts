/** Tests how passwords are hashed, at the full cost. */
import { expect, it, vi } from 'vitest';
import { hashPassword, verifyPassword } from '#lib/auth/password.ts';

vi.unmock('#lib/auth/password-cost.ts');

const PASSWORD = 'correct horse battery';

it('stores salted scrypt hashes with the cost that OWASP recommends, and verifies passwords', async () => {
  const hash = await hashPassword(PASSWORD);
  expect(hash).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
  expect(await hashPassword(PASSWORD)).not.toBe(hash);
  expect(await verifyPassword(PASSWORD, hash)).toBe(true);
  for (const other of [`${PASSWORD} `, PASSWORD.toUpperCase()])
    expect(await verifyPassword(other, hash), other).toBe(false);
  expect(await verifyPassword(PASSWORD, undefined)).toBe(false);
});
