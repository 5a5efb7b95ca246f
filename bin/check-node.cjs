/**
 * Exits with a message if this version of Node can't run Mailroom. Older versions of Node run this file too,
 * so it must not load TypeScript.
 */
const REQUIRED = 24;
const { node: version } = process.versions;

if (Number.parseInt(version, 10) < REQUIRED) {
  console.error(`Mailroom needs Node ${REQUIRED}; this is ${version}.`);
  process.exit(1);
}
