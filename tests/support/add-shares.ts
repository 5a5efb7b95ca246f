/** Makes share links in the console's own database while nobody has it open. Argument: JSON of them; prints their tokens. */
import { hashPassword } from '#lib/auth/password.ts';
import { readStoreEnv } from '#lib/env.ts';
import { newNonce, tokenHash, tokenOf } from '#lib/shares/token.ts';
import { openStore } from '#lib/store/open.ts';
import { addShare } from '#lib/store/shares.ts';
import type { WantedShare } from './shares.ts';

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
    content: { proof: 'as-shared', designs: null, recipients: null, price: null },
    expiresAt: new Date(Date.now() + endsIn),
    ...(revoked ? { revokedAt: new Date() } : {}),
  });
  tokens.push(token);
}
await close();
console.log(JSON.stringify(tokens));
