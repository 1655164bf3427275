/** The current rates of platform and tax office for a rent that a host receives without an appointment. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { split, type Split, type Tax } from '#contract/payment/split.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

type Row = {
  rentBp: number
  commissionIvaBp: number
  ivaBp: number
  isrBp: number
  ivaWithheldBp: number
  withholding: boolean | null
  withholdingHostIsr: boolean | null
}

const untaxed: Tax = { ivaBp: 0, isrBp: 0, ivaWithheldBp: 0 }

const Bp = z.int()
/** As stored with a charge. */
export const BusinessRates = z.object({
  rentBp: Bp,
  commissionIvaBp: Bp,
  hostTax: z.object({ ivaBp: Bp, isrBp: Bp, ivaWithheldBp: Bp }),
})
export type BusinessRates = z.output<typeof BusinessRates>

/** Dated rules and the operator's switches. Refuses `not_found` for no such host. */
export const businessRates = async (work: Work, hostId: number): Promise<BusinessRates> => {
  const { rows } = await sql<Row>`
    select c.rent_bp as "rentBp", c.iva_bp as "commissionIvaBp", t.iva_bp as "ivaBp", t.isr_bp as "isrBp",
      t.iva_withheld_bp as "ivaWithheldBp",
      (select value = 'true' from settings where name = 'withholding') as withholding,
      (select value = 'true' from settings where name = 'withholding_host_isr') as "withholdingHostIsr"
    from hosts h
    cross join lateral (
      select * from commission_rules where source is null and valid_from <= ${work.now} order by valid_from desc limit 1) c
    cross join lateral (
      select * from tax_rules where party = 'host' and regime = h.tax_regime and valid_from <= ${work.now}
      order by valid_from desc limit 1) t
    where h.id = ${hostId}`.execute(work.db)
  const row = rows[0] ?? refuse('not_found')
  const withheld = row.withholding ?? false
  return {
    rentBp: row.rentBp,
    commissionIvaBp: row.commissionIvaBp,
    hostTax: {
      ivaBp: row.ivaBp,
      isrBp: withheld && (row.withholdingHostIsr ?? true) ? row.isrBp : 0,
      ivaWithheldBp: withheld ? row.ivaWithheldBp : 0,
    },
  }
}

export const splitOfRent = (rates: BusinessRates, rentCents: number): Split =>
  split({ ...rates, serviceCents: 0, rentCents, commissionBp: 0, professionalTax: untaxed })
