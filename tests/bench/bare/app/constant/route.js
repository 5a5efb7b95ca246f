export const GET = () => Response.json({ id: 1 });

// Otherwise, Next would create the response once, when the app is built.
export const dynamic = 'force-dynamic';
