import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as contract from '#contract/booking/prepaid/wallet.ts'
import { call } from '#web/api.ts'

/** What the client's credit pays of a hold, once its owner is known; used unless they opt out. `inTwo`: a part is paid today. */
export const useCredit = (holdId: string, address: string | null, inTwo: boolean) => {
  const [wanted, want] = useState(true)
  const answer = useQuery({
    queryKey: ['credit', holdId, address],
    queryFn: () =>
      call(contract.holdCredit, {
        params: { id: holdId },
        body:
          address === null || address === ''
            ? {}
            : address.includes('@')
              ? { email: address }
              : { phone: address },
      }),
    enabled: address !== '',
    retry: false,
  })
  const { creditCents = 0, whole } = answer.data ?? {}
  const coveredCents = (inTwo ? answer.data : whole)?.coveredCents ?? 0
  return {
    hasAny: creditCents > 0,
    coveredCents,
    /** The part it would pay if the whole price were paid today. */
    wholeCents: whole?.coveredCents ?? 0,
    usedCents: wanted ? coveredCents : 0,
    wanted,
    want,
    lookAgain: () => answer.refetch(),
  }
}
