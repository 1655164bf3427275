import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { SessionUser } from '#contract/account/account.ts'
import { isSavedPage, keepComing, keepToday, savedAtOf, mayKeep } from '#web/parts/offline/saved-agenda.ts'
import { useSending } from '#web/parts/offline/queue.ts'

/** Keeps what a screen reads of today, and reads it anew when the line comes or goes. */
export const useSavedAgenda = ({
  user,
  data,
  date,
  queryKey,
  shownKey = queryKey,
  updatedAt,
}: {
  user: SessionUser
  /** Undefined: not read yet, or of another day. */
  data: { zone: string } | undefined
  date: string
  queryKey: QueryKey
  /** What is shown, where that is more than is stored. */
  shownKey?: QueryKey
  updatedAt: number
}) => {
  const key = queryKey.join('/')
  const shown = shownKey.join('/')
  const queryClient = useQueryClient()
  useSending()
  useEffect(() => {
    if (data === undefined || !mayKeep() || savedAtOf(data) !== null) return
    // Data that came with a stored page is as old as the page.
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
