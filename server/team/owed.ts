import { sql } from 'kysely'
import { isPaidByCard } from '#server/payment/payout/business-rent.ts'
import { account } from '#server/payment/ledger/journals.ts'

/** Whether a card paid the rent `c`. */
export const paidByCard = isPaidByCard(sql.ref('c.id'))

/** The unpaid part of the rent `c`, less refunds: debts are paid in order, and a card pays its own. */
export const stillOwed = sql<number>`case when c.status = 'paid' or ${paidByCard} then 0
  else greatest(0, least(c.amount_cents - c.returned_cents - c.direct_cents,
    coalesce((select b.amount_cents from balances b where b.account = ${account.owedByProfessional} and b.party_id = c.professional_id), 0)
    - coalesce((select sum(greatest(0, l.amount_cents - l.returned_cents - l.direct_cents)) from rent_charges l where l.professional_id = c.professional_id
        and l.status = 'due' and l.number > c.number and not ${isPaidByCard(sql.ref('l.id'))}), 0))) end::float8`
