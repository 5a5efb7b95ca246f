/**
 * Adds share links to a stopped console's database and prints the tokens. The first argument contains
 * the share links as JSON.
 */
import { hashPassword } from '#lib/auth/password.ts';
import type { ContentFingerprints } from '#lib/domain/share-link.ts';
import { readStoreEnv } from '#lib/env/env.ts';
import { readContentFingerprints } from '#lib/share-links/fingerprints.ts';
import { createNonce, deriveToken, hashShareToken } from '#lib/share-links/token.ts';
import { openStore } from '#lib/store/open.ts';
import { insertShareLink } from '#lib/store/share-links.ts';
import { readFromService } from '#lib/upstream/client.ts';
import type { ShareLinkSpec } from './share-links.ts';

/** Returns the campaign's current fingerprints. Every fingerprint is null if the campaign can't be read. */
async function readFingerprints(id: number): Promise<ContentFingerprints> {
  const campaign = await readFromService('getCampaign', { id });
  const fingerprints = campaign.ok ? await readContentFingerprints(campaign.value) : campaign;
  return fingerprints.ok ? fingerprints.value : { proof: null, designs: null, recipients: null, price: null };
}

const { db, close } = await openStore(readStoreEnv(process.env));
const specs = JSON.parse(process.argv[2] ?? '[]') as ShareLinkSpec[];
const tokens: string[] = [];
for (const {
  campaignId,
  password,
  visibleParts,
  guestsDecide = true,
  expiresInMs = 86_400_000,
  revoked,
} of specs) {
  const nonce = createNonce();
  const token = deriveToken(nonce);
  await insertShareLink(db, {
    campaignId,
    nonce,
    tokenHash: hashShareToken(token),
    label: 'For the tests',
    by: 'sender@mailroom.test',
    passwordHash: password === undefined ? null : await hashPassword(password),
    visibleParts: { price: false, recipients: false, metadata: false, ...visibleParts },
    guestsDecide,
    fingerprints: await readFingerprints(campaignId),
    expiresAt: new Date(Date.now() + expiresInMs),
    ...(revoked ? { revokedAt: new Date() } : {}),
  });
  tokens.push(token);
}
await close();
console.log(JSON.stringify(tokens));
// Exit immediately, because open connections to the service would delay the exit.
process.exit(0);
