/**
 * A page about as large as the campaign list with two campaigns. It reads nothing, so it costs what Next and React need for a
 * page of this size.
 */
import Link from 'next/link';
import { connection } from 'next/server';
import { ListPage } from '../../list-page.jsx';

export default async function Page() {
  await connection();
  return <ListPage Link={Link} />;
}
