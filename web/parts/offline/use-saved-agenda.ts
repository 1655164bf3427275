import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { SessionUser } from '#contract/account/account.ts'
import { isSavedPage, keepComing, keepToday, savedAtOf, mayKeep } from '#web/parts/offline/saved-agenda.ts'
import { useSending } from '#web/parts/offline/queue.ts'

/** Stores the data of today's screens, and refetches it when the connection changes. */
export const useSavedAgenda = ({
  user,
  data,
  date,
  queryKey,
  shownKey = queryKey,
  updatedAt,
}: {
  user: SessionUser
  /** Undefined: not loaded yet, or of another day. */
  data: { zone: string } | undefined
  date: string
  queryKey: QueryKey
  /** The query shown, where it has more than is stored. */
  shownKey?: QueryKey
  updatedAt: number
}) => {
  const key = queryKey.join('/')
  const shown = shownKey.join('/')
  const queryClient = useQueryClient()
  useSending()
  useEffect(() => {
    if (data === undefined || !mayKeep() || savedAtOf(data) !== null) return
    // Data from a stored page is as old as the page.
    if (isSavedPage() && updatedAt < performance.timeOrigin) return
    void keepToday({ person: user.id, zone: data.zone, date, from: key.replace('/?', '?'), data }, user)
  }, [user, data, date, key, updatedAt])
  useEffect(() => (mayKeep() ? keepComing() : undefined), [])
  useEffect(() => {
    const again = () =>
      queryClient.invalidateQueries({ predicate: (query) => [key, shown].includes(query.queryKey.join('/')) })
    if (isSavedPage()) void again()
    addEventListener('online', again)
    addEventListener('offline', again)
    return () => {
      removeEventListener('online', again)
      removeEventListener('offline', again)
    }
  }, [queryClient, key, shown])
}
