/** Makes share links in the console's own database while nobody has it open. Argument: JSON of them; prints their tokens. */
import { hashPassword } from '#lib/auth/password.ts';
import type { ContentFingerprints } from '#lib/domain/share-link.ts';
import { readStoreEnv } from '#lib/env/env.ts';
import { contentNow } from '#lib/share-links/content.ts';
import { newNonce, tokenHash, tokenOf } from '#lib/share-links/token.ts';
import { openStore } from '#lib/store/open.ts';
import { addShare } from '#lib/store/share-links.ts';
import { call } from '#lib/upstream/client.ts';
import type { WantedShare } from './share-links.ts';

/** What it is now, or nothing where it can't be read. */
async function contentOf(id: number): Promise<ContentFingerprints> {
  const campaign = await call('getCampaign', { id });
  const content = campaign.ok ? await contentNow(campaign.value) : campaign;
  return content.ok ? content.value : { proof: null, designs: null, recipients: null, price: null };
}

const { db, close } = await openStore(readStoreEnv(process.env));
const wanted = JSON.parse(process.argv[2] ?? '[]') as WantedShare[];
const tokens: string[] = [];
for (const { campaignId, password, shows, guestsDecide = true, endsIn = 86_400_000, revoked } of wanted) {
  const nonce = newNonce();
  const token = tokenOf(nonce);
  await addShare(db, {
    campaignId,
    nonce,
    tokenHash: tokenHash(token),
    label: 'For the tests',
    by: 'sender@mailroom.test',
    passwordHash: password === undefined ? null : await hashPassword(password),
    visibleParts: { price: false, recipients: false, metadata: false, ...shows },
    guestsDecide,
    fingerprints: await contentOf(campaignId),
    expiresAt: new Date(Date.now() + endsIn),
    ...(revoked ? { revokedAt: new Date() } : {}),
  });
  tokens.push(token);
}
await close();
console.log(JSON.stringify(tokens));
// Connections to the service would stay open for a while.
process.exit(0);
