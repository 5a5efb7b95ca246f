ALTER TABLE "indexed_campaigns" ALTER COLUMN "payment" DROP EXPRESSION;--> statement-breakpoint
ALTER TABLE "indexed_campaigns" ADD COLUMN "checkout_currency" text;--> statement-breakpoint
ALTER TABLE "spending_sums" ADD COLUMN "unpaid_campaigns" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "spending_sums" ADD COLUMN "unpaid_recipients" numeric DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "spending_sums" ADD COLUMN "unpaid" numeric DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- Sets a draft's payment state. If checkout's currency isn't the price's, its amounts can't be added up or compared with
-- prices, so they are removed. A trigger, because changing the expression of a generated column writes every row again.
CREATE FUNCTION indexed_campaigns_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.checkout_currency <> NEW.currency THEN
    NEW.total := NULL;
    NEW.credit := NULL;
    NEW.already_paid := NULL;
    NEW.left_to_pay := NULL;
    NEW.highest_total := NULL;
  END IF;
  NEW.payment := CASE
    WHEN NEW.status IS DISTINCT FROM 'draft' OR NEW.left_to_pay IS NULL OR NEW.already_paid IS NULL THEN NULL
    WHEN NEW.left_to_pay > 0 AND NEW.already_paid > 0 THEN 'part_paid'
    WHEN NEW.left_to_pay > 0 THEN 'unpaid'
    WHEN NEW.already_paid > 0 THEN 'paid_not_sent'
    ELSE 'covered_by_credits' END;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER indexed_campaigns_payment BEFORE INSERT OR UPDATE ON indexed_campaigns
FOR EACH ROW EXECUTE FUNCTION indexed_campaigns_payment();
--> statement-breakpoint
DROP FUNCTION spending_of;
--> statement-breakpoint
-- What a campaign adds to spending_sums: a row for each kind and unit. The 14 hours before and the 12 hours after the
-- beginning of a unit are in quarter hours. Credits reduce what is unpaid, but not what is open, because monthly invoices
-- don't use them. Nothing is open if checkout doesn't clearly say what was paid.
CREATE FUNCTION spending_of(customer_id bigint, template_id bigint, size text, postage text, currency text,
  status text, price_minor bigint, recipients bigint, already_paid bigint, credit bigint, spent_at timestamptz,
  checkout_read_at timestamptz, changed_at timestamptz)
RETURNS TABLE (kind text, key text, unit text, starts_at timestamptz, currency_key text, paid_campaigns integer,
  paid_recipients numeric, paid numeric, credit_used numeric, open_campaigns integer, open_recipients numeric,
  open numeric, unpaid_campaigns integer, unpaid_recipients numeric, unpaid numeric, unread integer, unclear integer)
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT k.kind, k.key,
    CASE WHEN spent_at IS NULL THEN 'undated' WHEN u.is_near THEN 'quarter_hour' ELSE u.name END,
    CASE WHEN spent_at IS NULL THEN timestamptz '1970-01-01 00:00:00Z'
      WHEN u.is_near THEN date_bin('15 minutes', spent_at, timestamptz '1970-01-01 00:00:00Z')
      ELSE date_trunc(u.name, spent_at AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' END,
    coalesce(currency, ''), a.is_paid::integer, CASE WHEN a.is_paid THEN coalesce(recipients, 0) ELSE 0 END::numeric,
    coalesce(already_paid, 0)::numeric, CASE WHEN a.is_draft THEN 0 ELSE coalesce(credit, 0) END::numeric,
    (a.open > 0)::integer, CASE WHEN a.open > 0 THEN coalesce(recipients, 0) ELSE 0 END::numeric, a.open::numeric,
    (a.unpaid > 0)::integer, CASE WHEN a.unpaid > 0 THEN coalesce(recipients, 0) ELSE 0 END::numeric, a.unpaid::numeric,
    (checkout_read_at IS NULL OR checkout_read_at < changed_at)::integer,
    (price_minor IS NULL OR checkout_read_at IS NOT NULL AND already_paid IS NULL)::integer
  FROM (
    SELECT d.*, greatest(d.open - coalesce(credit, 0), 0) AS unpaid FROM (
      SELECT coalesce(already_paid, 0) > 0 AS is_paid, coalesce(status = 'draft', false) AS is_draft,
        CASE WHEN status = 'draft' OR checkout_read_at IS NOT NULL AND already_paid IS NULL THEN 0
          ELSE greatest(coalesce(price_minor, 0) - coalesce(already_paid, 0), 0) END AS open
    ) AS d
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
CREATE OR REPLACE FUNCTION indexed_campaigns_spending_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    WITH c AS MATERIALIZED (
      SELECT 1 AS sign, * FROM new_rows WHERE is_listed
    ), customers AS (
      INSERT INTO customer_changes (customer_id) SELECT DISTINCT customer_id FROM c WHERE customer_id IS NOT NULL
    )
    INSERT INTO spending_sums (kind, key, unit, starts_at, currency, paid_campaigns, paid_recipients, paid, credit,
      open_campaigns, open_recipients, open, unpaid_campaigns, unpaid_recipients, unpaid, unread, unclear)
    SELECT * FROM (
      SELECT s.kind, s.key, s.unit, s.starts_at, s.currency_key, sum(c.sign * s.paid_campaigns) AS a,
        sum(c.sign * s.paid_recipients) AS b, sum(c.sign * s.paid) AS c, sum(c.sign * s.credit_used) AS d,
        sum(c.sign * s.open_campaigns) AS e, sum(c.sign * s.open_recipients) AS f, sum(c.sign * s.open) AS g,
        sum(c.sign * s.unpaid_campaigns) AS h, sum(c.sign * s.unpaid_recipients) AS i, sum(c.sign * s.unpaid) AS j,
        sum(c.sign * s.unread) AS k, sum(c.sign * s.unclear) AS l
      FROM c, LATERAL spending_of(c.customer_id, c.template_id, c.size, c.postage, c.currency, c.status, c.price_minor,
        c.recipients, c.already_paid, c.credit, coalesce(c.sent_at, c.scheduled_at, c.created_at), c.checkout_read_at,
        c.changed_at) AS s
      GROUP BY 1, 2, 3, 4, 5
    ) AS sums WHERE (a, b, c, d, e, f, g, h, i, j, k, l) <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  ELSIF TG_OP = 'DELETE' THEN
    WITH c AS MATERIALIZED (
      SELECT -1 AS sign, * FROM old_rows WHERE is_listed
    ), customers AS (
      INSERT INTO customer_changes (customer_id) SELECT DISTINCT customer_id FROM c WHERE customer_id IS NOT NULL
    )
    INSERT INTO spending_sums (kind, key, unit, starts_at, currency, paid_campaigns, paid_recipients, paid, credit,
      open_campaigns, open_recipients, open, unpaid_campaigns, unpaid_recipients, unpaid, unread, unclear)
    SELECT * FROM (
      SELECT s.kind, s.key, s.unit, s.starts_at, s.currency_key, sum(c.sign * s.paid_campaigns) AS a,
        sum(c.sign * s.paid_recipients) AS b, sum(c.sign * s.paid) AS c, sum(c.sign * s.credit_used) AS d,
        sum(c.sign * s.open_campaigns) AS e, sum(c.sign * s.open_recipients) AS f, sum(c.sign * s.open) AS g,
        sum(c.sign * s.unpaid_campaigns) AS h, sum(c.sign * s.unpaid_recipients) AS i, sum(c.sign * s.unpaid) AS j,
        sum(c.sign * s.unread) AS k, sum(c.sign * s.unclear) AS l
      FROM c, LATERAL spending_of(c.customer_id, c.template_id, c.size, c.postage, c.currency, c.status, c.price_minor,
        c.recipients, c.already_paid, c.credit, coalesce(c.sent_at, c.scheduled_at, c.created_at), c.checkout_read_at,
        c.changed_at) AS s
      GROUP BY 1, 2, 3, 4, 5
    ) AS sums WHERE (a, b, c, d, e, f, g, h, i, j, k, l) <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
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
      open_campaigns, open_recipients, open, unpaid_campaigns, unpaid_recipients, unpaid, unread, unclear)
    SELECT * FROM (
      SELECT s.kind, s.key, s.unit, s.starts_at, s.currency_key, sum(c.sign * s.paid_campaigns) AS a,
        sum(c.sign * s.paid_recipients) AS b, sum(c.sign * s.paid) AS c, sum(c.sign * s.credit_used) AS d,
        sum(c.sign * s.open_campaigns) AS e, sum(c.sign * s.open_recipients) AS f, sum(c.sign * s.open) AS g,
        sum(c.sign * s.unpaid_campaigns) AS h, sum(c.sign * s.unpaid_recipients) AS i, sum(c.sign * s.unpaid) AS j,
        sum(c.sign * s.unread) AS k, sum(c.sign * s.unclear) AS l
      FROM c, LATERAL spending_of(c.customer_id, c.template_id, c.size, c.postage, c.currency, c.status, c.price_minor,
        c.recipients, c.already_paid, c.credit, coalesce(c.sent_at, c.scheduled_at, c.created_at), c.checkout_read_at,
        c.changed_at) AS s
      GROUP BY 1, 2, 3, 4, 5
    ) AS sums WHERE (a, b, c, d, e, f, g, h, i, j, k, l) <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- Adds what is unpaid, and removes what was open without a clear paid amount. All other sums stay the same.
INSERT INTO spending_sums (kind, key, unit, starts_at, currency, paid_campaigns, paid_recipients, paid, credit,
  open_campaigns, open_recipients, open, unpaid_campaigns, unpaid_recipients, unpaid, unread, unclear)
SELECT s.kind, s.key, s.unit, s.starts_at, s.currency_key, 0, 0, 0, 0, -sum(c.is_unclear::integer),
  -sum(CASE WHEN c.is_unclear THEN coalesce(c.recipients, 0) ELSE 0 END),
  -sum(CASE WHEN c.is_unclear THEN c.price_minor ELSE 0 END),
  sum(s.unpaid_campaigns), sum(s.unpaid_recipients), sum(s.unpaid), 0, 0
FROM (
  SELECT *, checkout_read_at IS NOT NULL AND already_paid IS NULL AS is_unclear FROM indexed_campaigns
  WHERE is_listed AND status IS DISTINCT FROM 'draft' AND price_minor > coalesce(already_paid, 0)
) AS c, LATERAL spending_of(c.customer_id, c.template_id, c.size, c.postage, c.currency, c.status, c.price_minor,
  c.recipients, c.already_paid, c.credit, coalesce(c.sent_at, c.scheduled_at, c.created_at), c.checkout_read_at,
  c.changed_at) AS s
WHERE c.is_unclear OR s.unpaid > 0 GROUP BY 1, 2, 3, 4, 5;
--> statement-breakpoint
-- The currency of amounts that were read earlier isn't known. If checkout shows the price itself, it's the same. All
-- other payments of sent campaigns are read again. Drafts are read again anyway.
INSERT INTO spending_sums (kind, key, unit, starts_at, currency, paid_campaigns, paid_recipients, paid, credit,
  open_campaigns, open_recipients, open, unread, unclear)
SELECT s.kind, s.key, s.unit, s.starts_at, s.currency_key, 0, 0, 0, 0, 0, 0, 0, count(*), 0
FROM indexed_campaigns AS c, LATERAL spending_of(c.customer_id, c.template_id, c.size, c.postage, c.currency, c.status,
  c.price_minor, c.recipients, c.already_paid, c.credit, coalesce(c.sent_at, c.scheduled_at, c.created_at),
  c.checkout_read_at, c.changed_at) AS s
WHERE c.is_listed AND c.status IS DISTINCT FROM 'draft' AND c.total <> c.price_minor AND c.already_paid IS NOT NULL
  AND c.checkout_read_at >= c.changed_at
GROUP BY 1, 2, 3, 4, 5;
--> statement-breakpoint
-- The sums already contain these changes. The trigger compares every row with every other one.
ALTER TABLE indexed_campaigns DISABLE TRIGGER indexed_campaigns_spending_updated;
--> statement-breakpoint
UPDATE indexed_campaigns SET checkout_read_at = NULL
WHERE is_listed AND status IS DISTINCT FROM 'draft' AND total <> price_minor AND already_paid IS NOT NULL;
--> statement-breakpoint
UPDATE indexed_campaigns SET payment = NULL WHERE payment IS NOT NULL AND already_paid IS NULL;
--> statement-breakpoint
ALTER TABLE indexed_campaigns ENABLE TRIGGER indexed_campaigns_spending_updated;
