import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import * as contract from '#contract/notification/notification.ts'
import type { CommunityNotification } from '#contract/notification/notification.ts'
import { pagesOf } from '#web/api-pages.ts'
import { call, reading } from '#web/api.ts'
import { toastError } from '#web/ui/toast.ts'

/** Polled while any component shows it (spec §9). */
export const countReading = {
  ...reading(contract.communityCount),
  staleTime: 0,
  refetchInterval: contract.bell.pollMs,
}

/** Fetched only while the panel is open, and again each time it opens. */
export const panelReading = { ...reading(contract.community), staleTime: 0 }

/** The list, polled as often as the count while it is shown. */
export const listReading = (show: 'all' | 'unread') => ({
  ...pagesOf(contract.notifications, { query: { show } }),
  staleTime: 0,
  refetchInterval: contract.bell.pollMs,
})

/** "Tienes 1 notificación sin leer", "Tienes 3 notificaciones sin leer" (spec §8). */
export const unreadText = (count: number) =>
  `Tienes ${count} ${count === 1 ? 'notificación' : 'notificaciones'} sin leer`

/** Marks one as read, optimistically. */
export const useRead = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(contract.communityRead, { params: { id } }),
    onMutate: (id) => show(queryClient, (notice) => notice.id === id),
    onSettled: () => refresh(queryClient),
  })
}

/** Marks all as read, optimistically. */
export const useReadAll = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(contract.communityReadAll),
    onMutate: () => show(queryClient, every),
    onError: (problem) => toastError('Error', problem.message),
    onSettled: () => refresh(queryClient),
  })
}

const every = () => true

/** Updates the panel, the pages of the list and the count together, so that they agree. */
const show = (queryClient: QueryClient, isMeant: (notice: CommunityNotification) => boolean) => {
  const wasUnread = new Set<number>()
  const asRead = (notice: CommunityNotification) => {
    if (notice.isRead || !isMeant(notice)) return notice
    wasUnread.add(notice.id)
    return { ...notice, isRead: true }
  }
  queryClient.setQueryData(panelReading.queryKey, (before) => before?.map(asRead))
  for (const which of ['all', 'unread'] as const)
    queryClient.setQueryData(
      listReading(which).queryKey,
      (before) =>
        before && {
          ...before,
          pages: before.pages.map((page) => ({ ...page, items: page.items.map(asRead) })),
        },
    )
  // Notifications that no list has loaded stay unread, unless all are marked.
  queryClient.setQueryData(
    countReading.queryKey,
    (before) => before && { count: isMeant === every ? 0 : Math.max(0, before.count - wasUnread.size) },
  )
}

/** Refreshes count and lists; not the settings, which the user may be changing. */
const refresh = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[1] === 'notifications' && queryKey[2] !== 'settings',
  })
