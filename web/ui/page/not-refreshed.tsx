import { notifyManager, type Query, useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { ApiError, isAnswer } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { useOnline } from '#web/ui/use-online.ts'

/**
 * Data that stays on the screen although its refresh failed: a query's `isLoadingError` is true only without data, so the list stays where
 * it is and this line, once for the page and in an open dialog, says that it may be old.
 */
export default function NotRefreshed({ className }: { className?: string }) {
  const queryClient = useQueryClient()
  const cache = queryClient.getQueryCache()
  const [busy, setBusy] = useState(false)
  const isFailed = useSyncExternalStore(
    (changed) => cache.subscribe(notifyManager.batchCalls(changed)),
    () => cache.findAll({ type: 'active', predicate: isOld }).length > 0,
    () => false,
  )
  const isOnline = useOnline()
  // Without a connection the page already says so (web/shell/line.tsx).
  if (!isFailed || !isOnline) return null
  const retry = async () => {
    setBusy(true)
    await queryClient.refetchQueries({ type: 'active', predicate: isOld })
    setBusy(false)
  }
  return (
    <div role="status" className={className}>
      <p className="page flex items-center justify-between gap-x-2 text-[0.9375rem]">
        <span className="min-w-0">No se pudo actualizar: puede no estar al día.</span>
        <Button tone="quiet" size="small" busy={busy} onClick={() => void retry()}>
          Actualizar
        </Button>
      </p>
    </div>
  )
}

/** A refusal is shown by the part that requested it; a next page that failed says so below its list. */
const isOld = ({ state }: Query): boolean =>
  state.status === 'error' &&
  state.data !== undefined &&
  state.fetchMeta?.fetchMore === undefined &&
  (!isAnswer(state.error) || (state.error instanceof ApiError && state.error.status === 403))
