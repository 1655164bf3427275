import { notifyManager, type Query, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, useSyncExternalStore } from 'react'
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
  const frame = useRef<HTMLDivElement>(null)
  const isFailed = useSyncExternalStore(
    (changed) => cache.subscribe(notifyManager.batchCalls(changed)),
    () => cache.findAll({ type: 'active', predicate: isOld }).length > 0,
    () => false,
  )
  const isOnline = useOnline()
  // Without a connection the page already says so (web/shell/line.tsx).
  const isShown = isFailed && isOnline
  const retry = async () => {
    setBusy(true)
    await queryClient.refetchQueries({ type: 'active', predicate: isOld })
    setBusy(false)
    // The pressed button is gone with its line.
    if (cache.findAll({ type: 'active', predicate: isOld }).length === 0) {
      const place =
        frame.current?.closest<HTMLElement>('[role=dialog]') ?? document.getElementById('contenido')
      place?.focus()
    }
  }
  // The region is there before its text, so that the text is announced.
  return (
    <div ref={frame} aria-live="polite" className={isShown ? className : 'sr-only'}>
      {isShown ? (
        <p className="page flex items-center justify-between gap-x-2 text-[0.9375rem]">
          <span className="min-w-0">No se pudo actualizar: puede no estar al día.</span>
          <Button tone="quiet" size="small" busy={busy} onClick={() => void retry()}>
            Actualizar
          </Button>
        </p>
      ) : null}
    </div>
  )
}

/**
 * A refusal of what was requested is shown by the part that requested it; what may no longer be seen, or is gone, is not. A next page that
 * failed says so below its list.
 */
const isOld = ({ state, meta }: Query): boolean =>
  state.status === 'error' &&
  state.data !== undefined &&
  state.fetchMeta?.fetchMore === undefined &&
  meta?.['showsRefusal'] !== true &&
  (!isAnswer(state.error) ||
    (state.error instanceof ApiError && [403, 404, 410].includes(state.error.status)))
