import { useQueryClient } from '@tanstack/react-query'
import * as contract from '#contract/verification/verification.ts'
import type { Verification } from '#contract/verification/verification.ts'
import { reading } from '#web/api.ts'
import { sessionQuery } from '#web/session.ts'

export const verificationReading = reading(contract.verification)

/** Stores the server's new state; header and menus receive a new level or address. */
export const useTake = () => {
  const queryClient = useQueryClient()
  return async (now: Verification) => {
    queryClient.setQueryData(verificationReading.queryKey, now)
    const user = queryClient.getQueryData(sessionQuery.queryKey)
    if (
      user?.verificationLevel === now.level &&
      user.email === now.email.address &&
      user.phone === now.sms.address
    )
      return
    await queryClient.invalidateQueries(sessionQuery)
  }
}
