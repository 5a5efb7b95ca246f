import { defineConfig } from 'drizzle-kit';

/** `drizzle-kit generate --config service/drizzle.config.ts --name short_description` writes the next migration. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './service/store/schema.ts',
  out: './service/store/migrations',
});
