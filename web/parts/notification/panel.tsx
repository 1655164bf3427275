import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BellRing, CheckCheck } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import type { CommunityNotification } from '#contract/notification/notification.ts'
import { NoticeLine } from '#web/parts/notification/notice.tsx'
import { panelReading, unreadText, useRead, useReadAll } from '#web/parts/notification/reading.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'

/** The bell's panel: 400 px high, over the page, closed by Escape, a press elsewhere or navigation. */
export default function Panel({
  bell,
  count,
  onClose,
}: {
  bell: RefObject<HTMLButtonElement | null>
  count: number
  onClose: (backToBell: boolean) => void
}) {
  const answer = useQuery(panelReading)
  const readAll = useReadAll()
  const frame = useRef<HTMLDivElement>(null)
  const { refetch } = answer
  const notices = answer.data
  const unread = notices?.filter(({ isRead }) => !isRead).length ?? count

  useEffect(() => frame.current?.focus(), [])
  useKeys(frame, onClose)
  useCloseElsewhere(frame, bell, onClose)
  // The bell counts a notification that the list does not show yet.
  useEffect(() => {
    if (notices !== undefined && count > unread) void refetch()
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [count])

  return (
    <div
      ref={frame}
      role="dialog"
      aria-label="Notificaciones"
      tabIndex={-1}
      className="absolute inset-x-3 top-[calc(100%+6px)] z-50 flex h-[400px] max-h-[calc(100dvh-5.5rem)] animate-rise flex-col overflow-hidden rounded-lg border border-line bg-raised shadow-high outline-none sm:inset-x-auto sm:right-0 sm:w-[24rem]"
    >
      <div className="flex items-center gap-3 border-b border-line py-2 pr-2 pl-4">
        <div className="min-w-0 flex-1">
          <h2 className="font-display text-lg font-semibold">Notificaciones</h2>
          {unread > 0 ? (
            <p aria-live="polite" className="text-sm text-muted">
              {unreadText(unread)}
            </p>
          ) : null}
        </div>
        {unread > 0 ? (
          <Button
            tone="quiet"
            size="small"
            busy={readAll.isPending}
            aria-label="Marcar todas como leídas"
            onClick={() => {
              readAll.mutate()
              // The button disappears once everything is read.
              frame.current?.focus()
            }}
          >
            <CheckCheck aria-hidden className="hidden size-4.5 sm:block" />
            Marcar todas
          </Button>
        ) : null}
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        {answer.isPending ? (
          <Waiting />
        ) : answer.isLoadingError ? (
          <ErrorState text={answer.error.message} onRetry={() => void refetch()} />
        ) : (
          <Notices of={answer.data} />
        )}
      </div>
      <Link
        {...paths.notifications()}
        target="_blank"
        rel="noopener"
        preload={false}
        className="flex min-h-12 items-center justify-center border-t border-line font-semibold text-barro hover:bg-sunk"
      >
        Ver todas
        <span className="sr-only">, se abre en una pestaña nueva</span>
      </Link>
    </div>
  )
}

const Notices = ({ of }: { of: readonly CommunityNotification[] }) => {
  const read = useRead()
  if (of.length === 0)
    return (
      <EmptyState
        icon={<BellRing />}
        title="No tienes notificaciones"
        text="Te notificaremos cuando algo interesante pase"
        className="py-8"
      />
    )
  return (
    <ul className="divide-y divide-line">
      {of.map((notice) => (
        <li key={notice.id}>
          <NoticeLine
            notice={notice}
            onOpen={() => {
              if (!notice.isRead) read.mutate(notice.id)
            }}
          />
        </li>
      ))}
    </ul>
  )
}

const Waiting = () => (
  <div aria-busy="true" className="flex flex-col gap-4 p-4">
    <span className="sr-only">Cargando…</span>
    {[1, 2, 3].map((row) => (
      <span key={row} className="flex gap-3">
        <Skeleton className="h-11 w-9" />
        <span className="flex flex-1 flex-col gap-2">
          <Skeleton className="h-5 w-3/4" />
          <Skeleton className="h-10" />
        </span>
      </span>
    ))}
  </div>
)

/** Escape returns to the bell, arrows move between notifications; Tab leaves as usual. */
const useKeys = (frame: RefObject<HTMLElement | null>, onClose: (backToBell: boolean) => void) =>
  useEffect(() => {
    const { current } = frame
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose(true)
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      const links = [...(current?.querySelectorAll<HTMLAnchorElement>('li a') ?? [])]
      const at = links.findIndex((link) => link === document.activeElement)
      const next = event.key === 'ArrowDown' ? at + 1 : at === -1 ? links.length - 1 : at - 1
      links[next]?.focus()
      event.preventDefault()
    }
    current?.addEventListener('keydown', press)
    return () => current?.removeEventListener('keydown', press)
  }, [frame, onClose])

/** Pressing or tabbing elsewhere closes it; the bell itself toggles it. */
const useCloseElsewhere = (
  frame: RefObject<HTMLElement | null>,
  bell: RefObject<HTMLElement | null>,
  onClose: (backToBell: boolean) => void,
) =>
  useEffect(() => {
    const isElsewhere = (target: EventTarget | null) =>
      target instanceof Node && !frame.current?.contains(target) && !bell.current?.contains(target)
    const look = (event: Event) => {
      if (isElsewhere(event.target)) onClose(false)
    }
    document.addEventListener('pointerdown', look)
    document.addEventListener('focusin', look)
    return () => {
      document.removeEventListener('pointerdown', look)
      document.removeEventListener('focusin', look)
    }
  }, [frame, bell, onClose])
