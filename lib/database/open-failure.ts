/** Says why the database can't be opened, in words for operators. */
import { DiskFull, FolderInUse } from './folder-lock.ts';
import { SchemaTooNew } from './known-schema.ts';
import { FolderNotAccessible } from './private-folder.ts';
import { DatabaseReadOnly } from './read-only.ts';
import { MissingRights } from './rights.ts';

/** OpenSSL's codes for certificates that don't chain to a known authority. */
const UNTRUSTED = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** Returns undefined if the error has neither a known cause nor a code. */
export function describeOpenFailure(error: unknown): string | undefined {
  if (
    error instanceof DatabaseReadOnly ||
    error instanceof DiskFull ||
    error instanceof FolderInUse ||
    error instanceof FolderNotAccessible ||
    error instanceof MissingRights ||
    error instanceof SchemaTooNew
  )
    return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  if (code === undefined) return undefined;
  if (UNTRUSTED.has(code)) {
    return `The database’s certificate comes from an authority that Mailroom doesn’t know (${code}). Add sslrootcert=FILE to DATABASE_URL, where FILE is the absolute path of the authority’s certificate.`;
  }
  return `Mailroom can’t open its database (${code}). Check DATABASE_URL or the MAILROOM_DATA folder.`;
}
