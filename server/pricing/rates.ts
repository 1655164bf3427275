/** The dated rules now in force, for all modules to compute with. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { Rates } from '#contract/payment/rates.ts'
import type { Work } from '#server/platform/work.ts'

export const currentRates = async (work: Work): Promise<z.input<typeof Rates>> => {
  const [commission, taxes] = await Promise.all([
    sql<object>`
      select professional_bp as "commissionBp", rent_bp as "rentBp", iva_bp as "commissionIvaBp",
        coalesce((select value = 'true' from settings where name = 'withholding'), false) as withholding,
        coalesce((select value = 'true' from settings where name = 'withholding_host_isr'), true)
          as "withholdingHostIsr"
      from commission_rules where source is null and valid_from <= ${work.now} order by valid_from desc limit 1`.execute(
      work.db,
    ),
    sql<{ party: string; regime: string; tax: unknown }>`
      select distinct on (party, regime) party, regime,
        json_build_object('ivaBp', iva_bp, 'isrBp', isr_bp, 'ivaWithheldBp', iva_withheld_bp) as tax
      from tax_rules where valid_from <= ${work.now} order by party, regime, valid_from desc`.execute(
      work.db,
    ),
  ])
  const of = (party: string) => taxes.rows.filter((row) => row.party === party)
  return z.parse(Rates, { ...commission.rows[0], professional: of('professional'), host: of('host') })
}
