import 'server-only';
import { deriveKey } from '#lib/env/derived-keys.ts';

const FINGERPRINT_BYTES = 12;

/** Identifies NEXTAUTH_SECRET in the database without revealing it. */
export const secretFingerprint = (): string =>
  deriveKey('secret fingerprint', FINGERPRINT_BYTES).toString('base64url');
