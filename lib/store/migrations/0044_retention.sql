CREATE INDEX "attempts_refused" ON "attempts" USING btree ("settled_at") WHERE state = 'refused';--> statement-breakpoint
-- Old entries can be deleted in a transaction that says how old they must be, unless they are about an attempt that
-- still exists.
CREATE OR REPLACE FUNCTION "activity_is_kept"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF old.keep_until <= now() THEN
		RETURN old;
	END IF;
	IF old.at < nullif(current_setting('mailroom.delete_activity_before', true), '')::timestamptz
		AND NOT EXISTS (SELECT 1 FROM "attempts" WHERE "attempts"."id" = old.attempt_id) THEN
		RETURN old;
	END IF;
	RAISE EXCEPTION 'activity is append-only';
END
$$;
--> statement-breakpoint
-- A transaction that erases a member's personal data can replace it in the activity log.
CREATE OR REPLACE FUNCTION "activity_is_append_only"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' AND current_setting('mailroom.erases_member', true) = 'on' THEN
		RETURN NULL;
	END IF;
	RAISE EXCEPTION 'activity is append-only';
END
$$;
--> statement-breakpoint
-- Even then, no one can change what happened, when, and for which amount.
CREATE FUNCTION "activity_facts_are_kept"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF (new.id, new.at, new.operation, new.outcome, new.campaign_id, new.customer_id, new.template_id, new.attempt_id,
			new.amount, new.settled_by, new.request_id, new.keep_until)
		IS DISTINCT FROM (old.id, old.at, old.operation, old.outcome, old.campaign_id, old.customer_id, old.template_id,
			old.attempt_id, old.amount, old.settled_by, old.request_id, old.keep_until) THEN
		RAISE EXCEPTION 'activity is append-only';
	END IF;
	RETURN new;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "activity_facts_are_kept" BEFORE UPDATE ON "activity"
	FOR EACH ROW EXECUTE FUNCTION "activity_facts_are_kept"();
