/** The preview of each kind of staff action. */
import type * as z from 'zod/mini'
import type { MoneyActRequested, PartyAmounts } from '#contract/booking/support/money-act.ts'
import * as deposit from '#server/booking/settlement/deposit-claim.ts'
import * as disputeDecision from '#server/booking/settlement/dispute-decision.ts'
import * as noShowDecision from '#server/booking/visit/no-show-decision.ts'
import * as support from '#server/booking/support/support-act.ts'
import type { Work } from '#server/platform/work.ts'

export const previewOf = (work: Work, request: z.output<typeof MoneyActRequested>): Promise<PartyAmounts> => {
  switch (request.act) {
    case 'no_show':
      return noShowDecision.rehearseDecision(work, request.id, request)
    case 'dispute':
      return disputeDecision.rehearseDecision(work, request.id, request)
    case 'deposit':
      return deposit.rehearseDecision(work, request.id, request)
    case 'goodwill':
      return support.rehearseGoodwill(work, request.id, request.amountCents)
    case 'reverse':
      return support.rehearseReverse(work, request.id, request.journal)
  }
}
