CREATE TABLE "decided_contents" (
	"campaign_id" bigint PRIMARY KEY NOT NULL,
	"fingerprint" text NOT NULL,
	"read_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "indexed_campaigns" ADD COLUMN "highest_total" bigint;
--> statement-breakpoint
-- The content of each latest decision, until the background sync reads what would be printed now.
INSERT INTO decided_contents (campaign_id, fingerprint, read_at)
SELECT DISTINCT ON (campaign_id) campaign_id, fingerprint, timestamptz '2000-01-01'
FROM (
  SELECT campaign_id, fingerprint, at FROM guest_decisions
  UNION ALL SELECT campaign_id, fingerprint, at FROM member_decisions
) AS decisions
ORDER BY campaign_id, at DESC;
