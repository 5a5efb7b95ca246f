/**
 * Recovery codes, which members use in place of a lost factor. Each code works once. Only hashes are stored.
 */
import 'server-only';
import { randomBytes } from 'node:crypto';
import type { Database } from '#lib/database/open.ts';
import { RECOVERY_CODE_COUNT } from '#lib/domain/second-factor.ts';
import { consumeRecoveryCode, findRecoveryCode, type HashedCode } from '#lib/store/recovery-codes.ts';
import { hashQueue } from './credentials.ts';
import { hashPassword, verifyPassword } from './password.ts';

/** Crockford's base 32 alphabet, which omits characters that look like digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 12;
/**
 * The number of characters that identify a code's row. The other characters are secret and contain 40 random
 * bits.
 */
const PREFIX_LENGTH = 4;
const CODE = new RegExp(`^[${ALPHABET}]{${CODE_LENGTH}}$`);

function createCode(usedPrefixes: ReadonlySet<string>): string {
  const code = Array.from(randomBytes(CODE_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return usedPrefixes.has(code.slice(0, PREFIX_LENGTH)) ? createCode(usedPrefixes) : code;
}

export interface CreatedCodes {
  /** The codes to show once, such as "7KQ2-M4XN-09TB". */
  readonly shown: readonly string[];
  readonly hashed: readonly HashedCode[];
}

/** @throws BulkheadRejectedError if too many passwords are waiting to be hashed */
export async function createRecoveryCodes(): Promise<CreatedCodes> {
  const prefixes = new Set<string>();
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, () => {
    const code = createCode(prefixes);
    prefixes.add(code.slice(0, PREFIX_LENGTH));
    return code;
  });
  const hashed = await Promise.all(
    codes.map(async (code) => ({
      prefix: code.slice(0, PREFIX_LENGTH),
      codeHash: await hashQueue.execute(() => hashPassword(code)),
    })),
  );
  return { shown: codes.map((code) => code.match(/.{4}/g)?.join('-') ?? code), hashed };
}

/** Returns the code without separators, and with digits in place of characters that look like digits. */
const normalizeRecoveryCode = (text: string): string =>
  text.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');

/**
 * Checks a recovery code and uses it up.
 * @throws BulkheadRejectedError if too many passwords are waiting to be hashed
 */
export async function redeemRecoveryCode(db: Database, memberId: string, text: string): Promise<boolean> {
  const code = normalizeRecoveryCode(text);
  if (!CODE.test(code)) return false;
  const row = await findRecoveryCode(db, memberId, code.slice(0, PREFIX_LENGTH));
  const isCorrect = await hashQueue.execute(() => verifyPassword(code, row?.codeHash));
  return isCorrect && row !== undefined && (await consumeRecoveryCode(db, memberId, row.id));
}
