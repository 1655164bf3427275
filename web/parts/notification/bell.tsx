import { useQuery } from '@tanstack/react-query'
import { Bell as Picture } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { bell } from '#contract/notification/notification.ts'
import { countReading } from '#web/parts/notification/reading.ts'
import { IconButton } from '#web/ui/button.tsx'

const Panel = lazy(() => import('#web/parts/notification/panel.tsx'))

/** The unread count, requested every half minute, and the panel that shows them (spec §2, §9). */
export default function Bell() {
  const { data } = useQuery(countReading)
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const count = data?.count ?? 0
  const close = (backToBell: boolean) => {
    setOpen(false)
    if (backToBell) button.current?.focus()
  }
  return (
    <span className="sm:relative">
      <IconButton
        ref={button}
        label={count === 0 ? 'Notificaciones' : `Notificaciones, ${count} sin leer`}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={fetchPanel}
        onFocus={fetchPanel}
        onClick={() => setOpen(!open)}
        className="relative rounded-full aria-expanded:bg-sunk"
      >
        <Picture aria-hidden />
        {count > 0 ? (
          <span
            aria-hidden
            className="figures absolute top-0.5 left-1/2 flex h-5 min-w-5 items-center justify-center rounded-full border-2 border-plaster bg-barro px-1 text-[0.6875rem] leading-none font-bold text-on-barro"
          >
            {count > bell.maxShown ? `${bell.maxShown}+` : count}
          </span>
        ) : null}
      </IconButton>
      {open ? (
        <Suspense>
          <Panel bell={button} count={count} onClose={close} />
        </Suspense>
      ) : null}
    </span>
  )
}

/** Preloads the panel's code before the press. */
const fetchPanel = () => void import('#web/parts/notification/panel.tsx')
