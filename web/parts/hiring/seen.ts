import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as contract from '#contract/hiring/invitation.ts'
import type { Invitation } from '#contract/hiring/invitation.ts'
import { call } from '#web/api.ts'
import { oneReading, refreshInvitations } from '#web/parts/hiring/reading.ts'

/** Marks an invitation as seen once it is open, since reading it (GET) changes nothing. Returns whether that is in progress. */
export const useSeen = (one: Invitation, open: boolean, token?: string): boolean => {
  const queryClient = useQueryClient()
  const { mutate, isPending, isIdle } = useMutation({
    mutationFn: () => call(contract.seeInvitation, { params: { id: one.id }, body: { token } }),
    onSuccess: (seen) => {
      queryClient.setQueryData(oneReading(one.id, token).queryKey, seen)
      return refreshInvitations(queryClient)
    },
  })
  const unseen = one.as === 'invited' && one.status === 'sent'
  useEffect(() => {
    if (open && unseen && isIdle) mutate()
  }, [open, unseen, isIdle, mutate])
  return isPending
}
