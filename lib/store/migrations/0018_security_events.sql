CREATE TABLE "event_counts" (
	"event" text NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"source" text NOT NULL,
	"attempt_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"last_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "event_counts_event_hour_source_pk" PRIMARY KEY("event","hour","source"),
	CONSTRAINT "event_counts_attempt_id_unique" UNIQUE("attempt_id")
);
--> statement-breakpoint
ALTER TABLE "activity" ADD COLUMN "about" text;--> statement-breakpoint
ALTER TABLE "activity" ADD COLUMN "details" jsonb;--> statement-breakpoint
ALTER TABLE "activity" ADD COLUMN "request_id" text;--> statement-breakpoint
ALTER TABLE "activity" ADD COLUMN "keep_until" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "activity_about" ON "activity" USING btree ("about","id") WHERE about is not null;--> statement-breakpoint
CREATE INDEX "activity_deletable" ON "activity" USING btree ("keep_until") WHERE keep_until is not null;--> statement-breakpoint
DROP TRIGGER "activity_is_append_only" ON "activity";--> statement-breakpoint
CREATE TRIGGER "activity_is_append_only" BEFORE UPDATE OR TRUNCATE ON "activity"
	FOR EACH STATEMENT EXECUTE FUNCTION "activity_is_append_only"();--> statement-breakpoint
CREATE FUNCTION "activity_is_kept"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF old.keep_until IS NULL OR old.keep_until > now() THEN
		RAISE EXCEPTION 'activity is append-only';
	END IF;
	RETURN old;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "activity_is_kept" BEFORE DELETE ON "activity"
	FOR EACH ROW EXECUTE FUNCTION "activity_is_kept"();
