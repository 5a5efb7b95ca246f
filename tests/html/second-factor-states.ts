/** Visits the second-factor pages for setting up an app, signing in with it, and removing it. */
import { memberEmail, TEST_PASSWORD } from '../support/console.ts';
import { totpCode } from '../support/totp.ts';
import { findPath, type PageStates, refuseForms, type Surroundings, state, submitAt } from './page-state.ts';

/** Sets up an app for the sender, signs in with it in another browser, and removes it. */
export async function* secondFactorPages({ members: { sender }, createVisitor }: Surroundings): PageStates {
  const setup = await submitAt(sender, '/second-factor', 'start');
  yield state('setting up an app', setup, 200, 'QR code for the authenticator app');
  yield* refuseForms(sender, '/second-factor/app');
  const secret = findPath(setup, /[A-Z2-7]{4}( [A-Z2-7]{4}){7}/);
  const wrong = await submitAt(sender, '/second-factor/app', 'code', { code: '000000' });
  yield state('an incorrect code for a new app', wrong, 200, 'This code isn’t correct');
  const on = await submitAt(sender, '/second-factor/app', 'code', { code: totpCode(secret) });
  yield state('a new app', on, 200, 'Save your recovery codes');
  yield state('a member with an app', await sender.open('/second-factor'), 200, 'Replace the app');
  yield state(
    'the profile of a member with an app',
    await sender.open('/profile'),
    200,
    'Manage second factors',
  );

  const visitor = createVisitor();
  const fields = { email: memberEmail('sender'), password: TEST_PASSWORD };
  const second = await submitAt(visitor, '/login', 'password', fields);
  yield state('the second step of signing in', second, 200, 'or a recovery code');
  yield* refuseForms(visitor, '/login/second-factor');
  const refused = await submitAt(visitor, '/login/second-factor', 'code', { code: '000000' });
  yield state('an incorrect code', refused, 200, 'This code isn’t correct');
  const signedIn = await submitAt(visitor, '/login/second-factor', 'code', { code: totpCode(secret, 1) });
  yield state('the overview after the second factor', signedIn, 200);
  yield* refuseForms(sender, '/second-factor/confirm');
  // Remove the app in this session, because doing so ends the sender's other sessions, and later checks need
  // this one.
  const removed = await submitAt(sender, '/second-factor', 'remove');
  yield state('a removed app', removed, 200, 'signed out everywhere else');
}
