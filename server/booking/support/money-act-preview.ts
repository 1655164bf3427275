/** What an act of staff would come to, by which act it is. */
import type * as z from 'zod/mini'
import type { MoneyActAsked, PartyAmounts } from '#contract/booking/support/money-act.ts'
import * as deposit from '#server/booking/settlement/deposit-claim.ts'
import * as disputeDecision from '#server/booking/settlement/dispute-decision.ts'
import * as noShowDecision from '#server/booking/visit/no-show-decision.ts'
import * as support from '#server/booking/support/support-act.ts'
import type { Work } from '#server/platform/work.ts'

export const previewOf = (work: Work, asked: z.output<typeof MoneyActAsked>): Promise<PartyAmounts> => {
  switch (asked.act) {
    case 'no_show':
      return noShowDecision.rehearseDecision(work, asked.id, asked)
    case 'dispute':
      return disputeDecision.rehearseDecision(work, asked.id, asked)
    case 'deposit':
      return deposit.rehearseDecision(work, asked.id, asked)
    case 'goodwill':
      return support.rehearseGoodwill(work, asked.id, asked.amountCents)
    case 'reverse':
      return support.rehearseReverse(work, asked.id, asked.journal)
  }
}
