import { connection } from 'next/server';

export default async function Page() {
  // Without this call, Next would render the page once, when the app is built.
  await connection();
  return <p>One paragraph.</p>;
}
