import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCents } from '#contract/money.ts'
import * as contract from '#contract/wallet.ts'
import { call } from '#web/api.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'

/** What of a held time's price my credit pays, once it is known whose it is; used unless I say otherwise. */
export const useCredit = (holdId: string, email: string | null) => {
  const [wanted, want] = useState(true)
  const answer = useQuery({
    queryKey: ['credit', holdId, email],
    queryFn: () =>
      call(contract.holdCredit, {
        params: { id: holdId },
        body: email === null || email === '' ? {} : { email },
      }),
    enabled: email !== '',
    retry: false,
  })
  const coveredCents = answer.data?.coveredCents ?? 0
  return {
    coveredCents,
    usedCents: wanted ? coveredCents : 0,
    wanted,
    want,
    lookAgain: () => answer.refetch(),
  }
}

/** The tick that says whether it is used; nothing while there is none. */
export const CreditChoice = ({ credit }: { credit: ReturnType<typeof useCredit> }) =>
  credit.coveredCents === 0 ? null : (
    <Checkbox
      className="rounded-md bg-agave-soft px-4 font-medium text-agave"
      label={`Usar ${formatCents(credit.coveredCents)} de mi saldo a favor`}
      checked={credit.wanted}
      onChange={(event) => credit.want(event.target.checked)}
    />
  )
