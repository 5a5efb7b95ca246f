import { defineConfig } from 'drizzle-kit';

/**
 * To write the next migration, run `drizzle-kit generate --config service/drizzle.config.ts --name short_description`.
 */
export default defineConfig({
  dialect: 'postgresql',
  schema: './service/store/schema.ts',
  out: './service/store/migrations',
});
