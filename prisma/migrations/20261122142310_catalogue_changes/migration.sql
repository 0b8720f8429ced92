-- CreateTable
CREATE TABLE "catalogue_change" (
    "kind" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "value" BIGINT NOT NULL,

    CONSTRAINT "catalogue_change_pkey" PRIMARY KEY ("kind","number")
);

-- CreateIndex
CREATE INDEX "catalogue_change_value_idx" ON "catalogue_change"("value");
