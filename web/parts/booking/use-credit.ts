import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as contract from '#contract/wallet.ts'
import { call } from '#web/api.ts'

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
