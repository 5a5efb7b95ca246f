import sharp from 'sharp';

/** The image is rendered once, when the console is built. */
export const dynamic = 'force-static';

/** An envelope with a stamp. The drawing has no text, because the build machine might not have any fonts. */
const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">
  <defs>
    <pattern id="dots" width="30" height="30" patternUnits="userSpaceOnUse">
      <circle cx="2" cy="2" r="1.6" fill="#1c2430" fill-opacity=".1"/>
    </pattern>
    <pattern id="airmail" width="132" height="132" patternUnits="userSpaceOnUse" patternTransform="skewX(-25)">
      <rect width="132" height="132" fill="#fffdfa"/>
      <rect width="40" height="132" fill="#b92d23"/>
      <rect x="66" width="40" height="132" fill="#22508f"/>
    </pattern>
    <filter id="shadow" x="-20%" y="-20%" width="140%" height="150%">
      <feDropShadow dx="0" dy="18" stdDeviation="22" flood-color="#281e0a" flood-opacity=".28"/>
    </filter>
  </defs>
  <rect width="1200" height="630" fill="#ece7dd"/>
  <rect width="1200" height="630" fill="url(#dots)"/>
  <rect width="1200" height="16" fill="url(#airmail)"/>
  <g transform="rotate(-4 600 330)">
    <rect x="280" y="130" width="640" height="404" rx="6" fill="url(#airmail)" filter="url(#shadow)"/>
    <rect x="300" y="150" width="600" height="364" rx="2" fill="#fffdfa"/>
    <g stroke="#5a6371" stroke-opacity=".45" stroke-width="7" stroke-linecap="round">
      <path d="M350 210h130M350 236h90"/>
      <path d="M520 372h220M520 404h260M520 436h160"/>
    </g>
    <g transform="translate(772 180)">
      <rect width="92" height="108" fill="#b92d23"/>
      <g fill="#fffdfa">${perforation()}</g>
      <path d="M20 36h52v38H20zM20 37l26 22 26-22" fill="none" stroke="#fffdfa" stroke-width="4.5" stroke-linejoin="round"/>
    </g>
    <g fill="none" stroke="#1c2430" stroke-opacity=".32" stroke-width="4">
      <circle cx="742" cy="254" r="44"/>
      <circle cx="742" cy="254" r="33"/>
      <path d="M600 236c16-10 28-10 44 0s28 10 44 0M600 256c16-10 28-10 44 0s28 10 44 0M600 276c16-10 28-10 44 0s28 10 44 0"/>
    </g>
  </g>
</svg>`;

function perforation(): string {
  const holes: string[] = [];
  for (let x = 0; x <= 92; x += 11.5) holes.push(hole(x, 0), hole(x, 108));
  for (let y = 12; y < 108; y += 12) holes.push(hole(0, y), hole(92, y));
  return holes.join('');
}

function hole(x: number, y: number): string {
  return `<circle cx="${x}" cy="${y}" r="3.6"/>`;
}

/** Returns the link preview image, which is the same for all share links. */
export async function GET(): Promise<Response> {
  const image = await sharp(Buffer.from(DRAWING)).png({ palette: true }).toBuffer();
  return new Response(new Uint8Array(image), {
    headers: {
      'content-type': 'image/png',
      'cache-control': 'public, max-age=86400',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    },
  });
}
