import { useQuery } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { countReading, type Where } from '#web/parts/conversation/reading.ts'
import { sessionQuery } from '#web/session.ts'
import { Button, type ButtonLook } from '#web/ui/button.tsx'
import { Opening } from '#web/ui/page/opening.tsx'
import { useHydrating } from '#web/ui/page/still.tsx'

const TalkSheet = lazy(() => import('#web/parts/conversation/talk-sheet.tsx'))

/** Opens the conversation beside its subject, with the number of unread messages. */
export const TalkButton = ({
  where,
  with: name,
  tone = 'secondary',
  size = 'small',
}: {
  where: Where
  /** The other party, for screen readers on a page with many such buttons. */
  with: string
  tone?: ButtonLook['tone']
  size?: ButtonLook['size']
}) => {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    // Once the sheet is gone; until then it traps the focus.
    requestAnimationFrame(() => button.current?.focus())
  }
  const { data: user } = useQuery(sessionQuery)
  // A visitor without an account has no list.
  const { data } = useQuery({ ...countReading, enabled: Boolean(user) })
  // The menu's count may change before this button hydrates.
  const reported = useHydrating() ? undefined : data
  const unread =
    reported?.of.find(({ kind, about }) => kind === where.kind && about === where.about)?.unread ?? 0
  return (
    <>
      <Button
        ref={button}
        tone={tone}
        size={size}
        aria-haspopup="dialog"
        onPointerEnter={fetchSheet}
        onFocus={fetchSheet}
        onClick={() => setOpen(true)}
      >
        <MessageCircle aria-hidden className="size-4.5" />
        Mensajes
        {unread > 0 ? (
          <span
            aria-hidden
            className="figures flex h-5 min-w-5 items-center justify-center rounded-full bg-barro px-1 text-[0.6875rem] leading-none font-bold text-on-barro"
          >
            {unread > 99 ? '99+' : unread}
          </span>
        ) : null}
        <span className="sr-only">
          {' '}
          con {name}
          {unread > 0 ? `, ${unread} sin leer` : ''}
        </span>
      </Button>
      {open ? (
        <Suspense fallback={<Opening />}>
          <TalkSheet where={where} onClose={close} />
        </Suspense>
      ) : null}
    </>
  )
}

/** Preloads the code before the press. */
const fetchSheet = () => void import('#web/parts/conversation/talk-sheet.tsx')
