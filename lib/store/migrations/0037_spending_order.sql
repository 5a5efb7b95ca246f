DROP INDEX "spending_sums_by_unit";--> statement-breakpoint
CREATE INDEX "spending_sums_by_unit" ON "spending_sums" USING btree ("kind","unit","starts_at","currency","key","paid","open");