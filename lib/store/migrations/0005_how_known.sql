ALTER TABLE "activity" ADD COLUMN "settled_by" text;--> statement-breakpoint
ALTER TABLE "activity" ADD COLUMN "word_of" text;