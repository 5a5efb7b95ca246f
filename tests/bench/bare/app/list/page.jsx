/**
 * A page about as large as the campaign list with two campaigns. It reads nothing, so it costs what Next and React need for a
 * page of this size.
 */
import Link from 'next/link';
import { ListPage } from '../../list-page.jsx';

export default async function Page({ searchParams }) {
  const { part = '0' } = await searchParams;
  return <ListPage Link={Link} part={part} />;
}
