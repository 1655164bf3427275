import type { QueryClient } from '@tanstack/react-query'
import type { Category } from '#contract/professional/categories.ts'
import * as contract from '#contract/hiring/invitation.ts'
import { hostVacancies } from '#contract/hiring/vacancy.ts'
import { pagesOf } from '#web/api-pages.ts'
import { keyOf, reading } from '#web/api.ts'

export const receivedReading = (category: Category | undefined) =>
  pagesOf(contract.invitations, { query: { box: 'in', category } })

export const sentReading = pagesOf(contract.invitations, { query: { box: 'out', limit: 100 } })

export const oneReading = (id: string, token: string | undefined) =>
  reading(contract.invitation, { params: { id }, query: { token } })

export const vacanciesReading = reading(hostVacancies)

export const quotaReading = reading(contract.invitationQuota)

/** After every move: refreshes the lists, single invitations and the daily quota. */
export const refreshInvitations = async (queryClient: QueryClient) => {
  await queryClient.invalidateQueries({ queryKey: keyOf(contract.invitations) })
  await queryClient.invalidateQueries({ queryKey: keyOf(contract.invitationQuota) })
}
