/** Makes share links in the console's own database while nobody has it open. Argument: JSON of them; prints their tokens. */
import { hashPassword } from '#lib/auth/password.ts';
import { readStoreEnv } from '#lib/env.ts';
import type { SharedContent } from '#lib/format/share.ts';
import { contentNow } from '#lib/shares/content.ts';
import { newNonce, tokenHash, tokenOf } from '#lib/shares/token.ts';
import { openStore } from '#lib/store/open.ts';
import { addShare } from '#lib/store/shares.ts';
import { call } from '#lib/upstream/client.ts';
import type { WantedShare } from './shares.ts';

/** What it is now, or nothing where it can't be read. */
async function contentOf(id: number): Promise<SharedContent> {
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
    shows: { price: false, recipients: false, metadata: false, ...shows },
    guestsDecide,
    content: await contentOf(campaignId),
    expiresAt: new Date(Date.now() + endsIn),
    ...(revoked ? { revokedAt: new Date() } : {}),
  });
  tokens.push(token);
}
await close();
console.log(JSON.stringify(tokens));
// Connections to the service would stay open for a while.
process.exit(0);
