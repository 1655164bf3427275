import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import * as contract from '#contract/notification.ts'
import type { CommunityNotification } from '#contract/notification.ts'
import { call, reading } from '#web/api.ts'
import { toastError } from '#web/ui/toast.ts'

/** Polled while anybody shows it (spec §9). */
export const countReading = {
  ...reading(contract.communityCount),
  staleTime: 0,
  refetchInterval: contract.bell.pollMs,
}

/** Fetched only while the panel is open, and fresh each time it opens. */
export const panelReading = { ...reading(contract.community), staleTime: 0 }

/** "Tienes 1 notificación sin leer", "Tienes 3 notificaciones sin leer" (spec §8). */
export const unreadText = (count: number) =>
  `Tienes ${count} ${count === 1 ? 'notificación' : 'notificaciones'} sin leer`

/** Marks one as read, on screen at once. */
export const useRead = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(contract.communityRead, { params: { id } }),
    onMutate: (id) => show(queryClient, (notice) => notice.id === id),
    onSettled: () => refresh(queryClient),
  })
}

/** Marks all as read, on screen at once. */
export const useReadAll = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(contract.communityReadAll),
    onMutate: () => show(queryClient, () => true),
    onError: (problem) => toastError('Error', problem.message),
    onSettled: () => refresh(queryClient),
  })
}

const show = (queryClient: QueryClient, isMeant: (notice: CommunityNotification) => boolean) => {
  const before = queryClient.getQueryData(panelReading.queryKey)
  if (before === undefined) return
  const after = before.map((notice) => (isMeant(notice) ? { ...notice, isRead: true } : notice))
  const count = after.filter(({ isRead }) => !isRead).length
  queryClient.setQueryData(panelReading.queryKey, after)
  queryClient.setQueryData(countReading.queryKey, { count })
}

/** Count and lists; not the settings, which somebody may be changing. */
const refresh = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[1] === 'notifications' && queryKey[2] !== 'settings',
  })
