CREATE TABLE "customer_changes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"customer_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "spending_sums" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"unit" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"currency" text NOT NULL,
	"paid_campaigns" integer NOT NULL,
	"paid_recipients" numeric NOT NULL,
	"paid" numeric NOT NULL,
	"credit" numeric NOT NULL,
	"open_campaigns" integer NOT NULL,
	"open_recipients" numeric NOT NULL,
	"open" numeric NOT NULL,
	"unread" integer NOT NULL,
	"unclear" integer NOT NULL,
	"is_merged" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "campaign_totals" ADD COLUMN "is_merged" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "indexed_customers" ADD COLUMN "campaigns" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "indexed_customers" ADD COLUMN "spending" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "indexed_customers" ADD COLUMN "main_currency" text;--> statement-breakpoint
ALTER TABLE "indexed_customers" ADD COLUMN "main_spending" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "indexed_customers" ADD COLUMN "last_mailing_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "indexed_customers" ADD COLUMN "next_mailing_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "spending_sums_by_unit" ON "spending_sums" USING btree ("kind","unit","starts_at");--> statement-breakpoint
CREATE INDEX "spending_sums_by_key" ON "spending_sums" USING btree ("kind","key","unit","starts_at");--> statement-breakpoint
CREATE INDEX "spending_sums_to_merge" ON "spending_sums" USING btree ("id") WHERE not "spending_sums"."is_merged";--> statement-breakpoint
CREATE INDEX "campaign_totals_to_merge" ON "campaign_totals" USING btree ("id") WHERE "campaign_totals"."kind" in ('customer_scheduled', 'customer_created', 'customer_sent') and not "campaign_totals"."is_merged";--> statement-breakpoint
CREATE INDEX "campaign_totals_by_customer_month" ON "campaign_totals" USING btree ("kind","customer_id","day") WHERE "campaign_totals"."kind" in ('customer_scheduled', 'customer_created', 'customer_sent');--> statement-breakpoint
CREATE INDEX "indexed_campaigns_spending" ON "indexed_campaigns" USING btree (coalesce("sent_at", "scheduled_at", "created_at")) WHERE "indexed_campaigns"."is_listed";--> statement-breakpoint
CREATE INDEX "indexed_campaigns_customer_spending" ON "indexed_campaigns" USING btree ("customer_id",coalesce("sent_at", "scheduled_at", "created_at")) WHERE "indexed_campaigns"."is_listed";--> statement-breakpoint
CREATE INDEX "indexed_campaigns_template_spending" ON "indexed_campaigns" USING btree ("template_id",coalesce("sent_at", "scheduled_at", "created_at")) WHERE "indexed_campaigns"."is_listed";--> statement-breakpoint
CREATE INDEX "indexed_campaigns_customer_sent" ON "indexed_campaigns" USING btree ("customer_id","sent_at") WHERE "indexed_campaigns"."is_listed" and "indexed_campaigns"."sent_at" is not null;--> statement-breakpoint
CREATE INDEX "indexed_campaigns_customer_queued" ON "indexed_campaigns" USING btree ("customer_id","scheduled_at") WHERE "indexed_campaigns"."is_listed" and "indexed_campaigns"."status" = 'queued';--> statement-breakpoint
CREATE INDEX "indexed_campaigns_unread_payments" ON "indexed_campaigns" USING btree ("created_at","campaign_id") WHERE "indexed_campaigns"."is_listed" and "indexed_campaigns"."status" is distinct from 'draft' and ("indexed_campaigns"."checkout_read_at" is null or "indexed_campaigns"."checkout_read_at" < "indexed_campaigns"."changed_at");--> statement-breakpoint
CREATE INDEX "indexed_customers_by_email" ON "indexed_customers" USING btree (lower(coalesce("email", '')) collate "C","customer_id");--> statement-breakpoint
CREATE INDEX "indexed_customers_by_campaigns" ON "indexed_customers" USING btree ("campaigns","customer_id");--> statement-breakpoint
CREATE INDEX "indexed_customers_by_spending" ON "indexed_customers" USING btree ("main_currency","main_spending","customer_id");--> statement-breakpoint
CREATE INDEX "indexed_customers_by_most_spending" ON "indexed_customers" USING btree ("main_currency","main_spending" DESC NULLS FIRST,"customer_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "indexed_customers_by_last" ON "indexed_customers" USING btree ("last_mailing_at","customer_id");--> statement-breakpoint
CREATE INDEX "indexed_customers_by_latest" ON "indexed_customers" USING btree ("last_mailing_at" DESC NULLS LAST,"customer_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "indexed_customers_by_next" ON "indexed_customers" USING btree ("next_mailing_at","customer_id");--> statement-breakpoint
CREATE INDEX "indexed_customers_by_farthest" ON "indexed_customers" USING btree ("next_mailing_at" DESC NULLS LAST,"customer_id" DESC NULLS FIRST);--> statement-breakpoint
-- The keys of the stored sums that a campaign is part of.
CREATE FUNCTION total_keys(customer_id bigint, template_id bigint, size text, postage text, scheduled_at timestamptz,
  created_at timestamptz, sent_at timestamptz)
RETURNS TABLE (kind text, key_customer bigint, key_template bigint, key_size text, key_postage text, day date)
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT * FROM (VALUES
    ('all', NULL::bigint, NULL::bigint, NULL::text, NULL::text, NULL::date),
    ('order', NULL, template_id, size, postage, NULL),
    ('customer', customer_id, NULL, NULL, NULL, NULL),
    ('scheduled', NULL, NULL, NULL, NULL, (scheduled_at AT TIME ZONE 'UTC')::date),
    ('created', NULL, NULL, NULL, NULL, (created_at AT TIME ZONE 'UTC')::date),
    ('sent', NULL, NULL, NULL, NULL, (sent_at AT TIME ZONE 'UTC')::date),
    ('customer_scheduled', customer_id, NULL, NULL, NULL, date_trunc('month', scheduled_at AT TIME ZONE 'UTC')::date),
    ('customer_created', customer_id, NULL, NULL, NULL, date_trunc('month', created_at AT TIME ZONE 'UTC')::date),
    ('customer_sent', customer_id, NULL, NULL, NULL, date_trunc('month', sent_at AT TIME ZONE 'UTC')::date)
  ) AS k (kind, c, t, s, p, day)
  WHERE kind IN ('all', 'order', 'customer')
    OR (day IS NOT NULL AND (c IS NOT NULL OR kind IN ('scheduled', 'created', 'sent')))
$$;
--> statement-breakpoint
-- Adds the sums of customers' months to what a change of campaigns adds to campaign_totals. The statements aren't built
-- at run time, so that their plans can be reused.
CREATE OR REPLACE FUNCTION indexed_campaigns_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO campaign_totals (kind, customer_id, template_id, size, postage, day, status, payment, currency,
      campaigns, recipients, price, unpriced, already_paid, credit, left_to_pay)
    SELECT * FROM (
      SELECT k.kind, k.key_customer, k.key_template, k.key_size, k.key_postage, k.day, c.status, c.payment, c.currency,
        sum(c.sign) AS a, sum(c.sign * coalesce(c.recipients, 0)::numeric) AS b,
        sum(c.sign * coalesce(c.price_minor, 0)::numeric) AS c, sum(c.sign * (c.price_minor IS NULL)::integer) AS d,
        sum(c.sign * coalesce(c.already_paid, 0)::numeric) AS e, sum(c.sign * coalesce(c.credit, 0)::numeric) AS f,
        sum(c.sign * CASE WHEN c.status = 'draft' THEN coalesce(c.left_to_pay, 0) ELSE 0 END::numeric) AS g
      FROM (SELECT 1 AS sign, * FROM new_rows) AS c,
        LATERAL total_keys(c.customer_id, c.template_id, c.size, c.postage, c.scheduled_at, c.created_at, c.sent_at) AS k
      WHERE c.is_listed GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9
    ) AS sums WHERE (a, b, c, d, e, f, g) <> (0, 0, 0, 0, 0, 0, 0);
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO campaign_totals (kind, customer_id, template_id, size, postage, day, status, payment, currency,
      campaigns, recipients, price, unpriced, already_paid, credit, left_to_pay)
    SELECT * FROM (
      SELECT k.kind, k.key_customer, k.key_template, k.key_size, k.key_postage, k.day, c.status, c.payment, c.currency,
        sum(c.sign) AS a, sum(c.sign * coalesce(c.recipients, 0)::numeric) AS b,
        sum(c.sign * coalesce(c.price_minor, 0)::numeric) AS c, sum(c.sign * (c.price_minor IS NULL)::integer) AS d,
        sum(c.sign * coalesce(c.already_paid, 0)::numeric) AS e, sum(c.sign * coalesce(c.credit, 0)::numeric) AS f,
        sum(c.sign * CASE WHEN c.status = 'draft' THEN coalesce(c.left_to_pay, 0) ELSE 0 END::numeric) AS g
      FROM (SELECT -1 AS sign, * FROM old_rows) AS c,
        LATERAL total_keys(c.customer_id, c.template_id, c.size, c.postage, c.scheduled_at, c.created_at, c.sent_at) AS k
      WHERE c.is_listed GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9
    ) AS sums WHERE (a, b, c, d, e, f, g) <> (0, 0, 0, 0, 0, 0, 0);
  ELSE
    INSERT INTO campaign_totals (kind, customer_id, template_id, size, postage, day, status, payment, currency,
      campaigns, recipients, price, unpriced, already_paid, credit, left_to_pay)
    SELECT * FROM (
      SELECT k.kind, k.key_customer, k.key_template, k.key_size, k.key_postage, k.day, c.status, c.payment, c.currency,
        sum(c.sign) AS a, sum(c.sign * coalesce(c.recipients, 0)::numeric) AS b,
        sum(c.sign * coalesce(c.price_minor, 0)::numeric) AS c, sum(c.sign * (c.price_minor IS NULL)::integer) AS d,
        sum(c.sign * coalesce(c.already_paid, 0)::numeric) AS e, sum(c.sign * coalesce(c.credit, 0)::numeric) AS f,
        sum(c.sign * CASE WHEN c.status = 'draft' THEN coalesce(c.left_to_pay, 0) ELSE 0 END::numeric) AS g
      FROM (SELECT -1 AS sign, * FROM old_rows UNION ALL SELECT 1, * FROM new_rows) AS c,
        LATERAL total_keys(c.customer_id, c.template_id, c.size, c.postage, c.scheduled_at, c.created_at, c.sent_at) AS k
      WHERE c.is_listed GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9
    ) AS sums WHERE (a, b, c, d, e, f, g) <> (0, 0, 0, 0, 0, 0, 0);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
INSERT INTO campaign_totals (kind, customer_id, template_id, size, postage, day, status, payment, currency, campaigns,
  recipients, price, unpriced, already_paid, credit, left_to_pay, is_merged)
SELECT k.kind, k.key_customer, k.key_template, k.key_size, k.key_postage, k.day, c.status, c.payment, c.currency, count(*),
  sum(coalesce(c.recipients, 0)), sum(coalesce(c.price_minor, 0)), count(*) FILTER (WHERE c.price_minor IS NULL),
  sum(coalesce(c.already_paid, 0)), sum(coalesce(c.credit, 0)),
  sum(CASE WHEN c.status = 'draft' THEN coalesce(c.left_to_pay, 0) ELSE 0 END), true
FROM indexed_campaigns AS c,
  LATERAL total_keys(c.customer_id, c.template_id, c.size, c.postage, c.scheduled_at, c.created_at, c.sent_at) AS k
WHERE c.is_listed AND k.kind IN ('customer_scheduled', 'customer_created', 'customer_sent')
GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9;
--> statement-breakpoint
-- What a campaign adds to spending_sums: a row for each kind and unit. The 14 hours before and the 12 hours after the
-- beginning of a unit are in quarter hours.
CREATE FUNCTION spending_of(customer_id bigint, template_id bigint, size text, postage text, currency text,
  status text, price_minor bigint, recipients bigint, already_paid bigint, credit bigint, spent_at timestamptz,
  checkout_read_at timestamptz, changed_at timestamptz)
RETURNS TABLE (kind text, key text, unit text, starts_at timestamptz, currency_key text, paid_campaigns integer,
  paid_recipients numeric, paid numeric, credit_used numeric, open_campaigns integer, open_recipients numeric,
  open numeric, unread integer, unclear integer)
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT k.kind, k.key,
    CASE WHEN spent_at IS NULL THEN 'undated' WHEN u.is_near THEN 'quarter_hour' ELSE u.name END,
    CASE WHEN spent_at IS NULL THEN timestamptz '1970-01-01 00:00:00Z'
      WHEN u.is_near THEN date_bin('15 minutes', spent_at, timestamptz '1970-01-01 00:00:00Z')
      ELSE date_trunc(u.name, spent_at AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' END,
    coalesce(currency, ''), a.is_paid::integer, CASE WHEN a.is_paid THEN coalesce(recipients, 0) ELSE 0 END::numeric,
    coalesce(already_paid, 0)::numeric, CASE WHEN a.is_draft THEN 0 ELSE coalesce(credit, 0) END::numeric,
    (a.open > 0)::integer, CASE WHEN a.open > 0 THEN coalesce(recipients, 0) ELSE 0 END::numeric, a.open::numeric,
    (checkout_read_at IS NULL OR checkout_read_at < changed_at)::integer,
    (price_minor IS NULL OR checkout_read_at IS NOT NULL AND already_paid IS NULL)::integer
  FROM (
    SELECT coalesce(already_paid, 0) > 0 AS is_paid, coalesce(status = 'draft', false) AS is_draft,
      CASE WHEN status = 'draft' THEN 0 ELSE greatest(coalesce(price_minor, 0) - coalesce(already_paid, 0), 0) END AS open
  ) AS a, (VALUES
    ('all', ''),
    ('customer', coalesce(customer_id::text, '')),
    ('template', coalesce(template_id::text, '')),
    ('size', coalesce(size, '')),
    ('postage', coalesce(postage, ''))
  ) AS k (kind, key), (
    SELECT n.name, (spent_at AT TIME ZONE 'UTC') + interval '14 hours'
      - date_trunc(n.name, (spent_at AT TIME ZONE 'UTC') + interval '14 hours') < interval '26 hours' AS is_near
    FROM (VALUES ('month'), ('quarter'), ('year')) AS n (name)
  ) AS u
  WHERE u.name = 'month' OR (k.kind IN ('customer', 'template') AND NOT u.is_near)
$$;
--> statement-breakpoint
-- Adds every change of campaigns to spending_sums, and their customers to customer_changes. Only inserts rows, so that
-- transactions never wait for each other. The statements aren't built at run time, so that their plans can be reused.
CREATE FUNCTION indexed_campaigns_spending_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    WITH c AS MATERIALIZED (
      SELECT 1 AS sign, * FROM new_rows WHERE is_listed
    ), customers AS (
      INSERT INTO customer_changes (customer_id) SELECT DISTINCT customer_id FROM c WHERE customer_id IS NOT NULL
    )
    INSERT INTO spending_sums (kind, key, unit, starts_at, currency, paid_campaigns, paid_recipients, paid, credit,
      open_campaigns, open_recipients, open, unread, unclear)
    SELECT * FROM (
      SELECT s.kind, s.key, s.unit, s.starts_at, s.currency_key, sum(c.sign * s.paid_campaigns) AS a,
        sum(c.sign * s.paid_recipients) AS b, sum(c.sign * s.paid) AS c, sum(c.sign * s.credit_used) AS d,
        sum(c.sign * s.open_campaigns) AS e, sum(c.sign * s.open_recipients) AS f, sum(c.sign * s.open) AS g,
        sum(c.sign * s.unread) AS h, sum(c.sign * s.unclear) AS i
      FROM c, LATERAL spending_of(c.customer_id, c.template_id, c.size, c.postage, c.currency, c.status, c.price_minor,
        c.recipients, c.already_paid, c.credit, coalesce(c.sent_at, c.scheduled_at, c.created_at), c.checkout_read_at,
        c.changed_at) AS s
      GROUP BY 1, 2, 3, 4, 5
    ) AS sums WHERE (a, b, c, d, e, f, g, h, i) <> (0, 0, 0, 0, 0, 0, 0, 0, 0);
  ELSIF TG_OP = 'DELETE' THEN
    WITH c AS MATERIALIZED (
      SELECT -1 AS sign, * FROM old_rows WHERE is_listed
    ), customers AS (
      INSERT INTO customer_changes (customer_id) SELECT DISTINCT customer_id FROM c WHERE customer_id IS NOT NULL
    )
    INSERT INTO spending_sums (kind, key, unit, starts_at, currency, paid_campaigns, paid_recipients, paid, credit,
      open_campaigns, open_recipients, open, unread, unclear)
    SELECT * FROM (
      SELECT s.kind, s.key, s.unit, s.starts_at, s.currency_key, sum(c.sign * s.paid_campaigns) AS a,
        sum(c.sign * s.paid_recipients) AS b, sum(c.sign * s.paid) AS c, sum(c.sign * s.credit_used) AS d,
        sum(c.sign * s.open_campaigns) AS e, sum(c.sign * s.open_recipients) AS f, sum(c.sign * s.open) AS g,
        sum(c.sign * s.unread) AS h, sum(c.sign * s.unclear) AS i
      FROM c, LATERAL spending_of(c.customer_id, c.template_id, c.size, c.postage, c.currency, c.status, c.price_minor,
        c.recipients, c.already_paid, c.credit, coalesce(c.sent_at, c.scheduled_at, c.created_at), c.checkout_read_at,
        c.changed_at) AS s
      GROUP BY 1, 2, 3, 4, 5
    ) AS sums WHERE (a, b, c, d, e, f, g, h, i) <> (0, 0, 0, 0, 0, 0, 0, 0, 0);
  ELSE
    WITH c AS MATERIALIZED (
      WITH changes AS MATERIALIZED (
        SELECT o.campaign_id FROM old_rows AS o JOIN new_rows AS n USING (campaign_id)
        WHERE (o.is_listed, o.customer_id, o.template_id, o.size, o.postage, o.currency, o.status, o.price_minor,
            o.recipients, o.already_paid, o.credit, o.sent_at, o.scheduled_at, o.created_at,
            o.checkout_read_at IS NULL, o.checkout_read_at < o.changed_at)
          IS DISTINCT FROM (n.is_listed, n.customer_id, n.template_id, n.size, n.postage, n.currency, n.status, n.price_minor,
            n.recipients, n.already_paid, n.credit, n.sent_at, n.scheduled_at, n.created_at,
            n.checkout_read_at IS NULL, n.checkout_read_at < n.changed_at)
      )
      SELECT -1 AS sign, o.* FROM old_rows AS o JOIN changes USING (campaign_id) WHERE o.is_listed
      UNION ALL SELECT 1, n.* FROM new_rows AS n JOIN changes USING (campaign_id) WHERE n.is_listed
    ), customers AS (
      INSERT INTO customer_changes (customer_id) SELECT DISTINCT customer_id FROM c WHERE customer_id IS NOT NULL
    )
    INSERT INTO spending_sums (kind, key, unit, starts_at, currency, paid_campaigns, paid_recipients, paid, credit,
      open_campaigns, open_recipients, open, unread, unclear)
    SELECT * FROM (
      SELECT s.kind, s.key, s.unit, s.starts_at, s.currency_key, sum(c.sign * s.paid_campaigns) AS a,
        sum(c.sign * s.paid_recipients) AS b, sum(c.sign * s.paid) AS c, sum(c.sign * s.credit_used) AS d,
        sum(c.sign * s.open_campaigns) AS e, sum(c.sign * s.open_recipients) AS f, sum(c.sign * s.open) AS g,
        sum(c.sign * s.unread) AS h, sum(c.sign * s.unclear) AS i
      FROM c, LATERAL spending_of(c.customer_id, c.template_id, c.size, c.postage, c.currency, c.status, c.price_minor,
        c.recipients, c.already_paid, c.credit, coalesce(c.sent_at, c.scheduled_at, c.created_at), c.checkout_read_at,
        c.changed_at) AS s
      GROUP BY 1, 2, 3, 4, 5
    ) AS sums WHERE (a, b, c, d, e, f, g, h, i) <> (0, 0, 0, 0, 0, 0, 0, 0, 0);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER indexed_campaigns_spending_inserted AFTER INSERT ON indexed_campaigns
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION indexed_campaigns_spending_changed();
--> statement-breakpoint
CREATE TRIGGER indexed_campaigns_spending_updated AFTER UPDATE ON indexed_campaigns
REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION indexed_campaigns_spending_changed();
--> statement-breakpoint
CREATE TRIGGER indexed_campaigns_spending_deleted AFTER DELETE ON indexed_campaigns
REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION indexed_campaigns_spending_changed();
--> statement-breakpoint
CREATE FUNCTION indexed_campaigns_truncated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM spending_sums;
  DELETE FROM customer_changes;
  INSERT INTO customer_changes (customer_id) SELECT customer_id FROM indexed_customers;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER indexed_campaigns_truncated AFTER TRUNCATE ON indexed_campaigns
FOR EACH STATEMENT EXECUTE FUNCTION indexed_campaigns_truncated();
--> statement-breakpoint
INSERT INTO spending_sums (kind, key, unit, starts_at, currency, paid_campaigns, paid_recipients, paid, credit,
  open_campaigns, open_recipients, open, unread, unclear, is_merged)
SELECT s.kind, s.key, s.unit, s.starts_at, s.currency_key, sum(s.paid_campaigns), sum(s.paid_recipients), sum(s.paid),
  sum(s.credit_used), sum(s.open_campaigns), sum(s.open_recipients), sum(s.open), sum(s.unread), sum(s.unclear), true
FROM indexed_campaigns AS c, LATERAL spending_of(c.customer_id, c.template_id, c.size, c.postage, c.currency, c.status,
  c.price_minor, c.recipients, c.already_paid, c.credit, coalesce(c.sent_at, c.scheduled_at, c.created_at),
  c.checkout_read_at, c.changed_at) AS s
WHERE c.is_listed GROUP BY 1, 2, 3, 4, 5;
--> statement-breakpoint
INSERT INTO customer_changes (customer_id)
SELECT DISTINCT customer_id FROM indexed_campaigns WHERE customer_id IS NOT NULL;
