import { Link } from '@tanstack/react-router'
import { TimerOff } from 'lucide-react'
import type { Hold } from '#contract/booking.ts'
import { againOf } from '#web/parts/booking/door.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/states.tsx'

/** A held time that is over, and the way to another one. */
export default function LostHold({ text, hold }: { text: string; hold?: Hold }) {
  return (
    <section className="page py-12">
      <EmptyState
        heading="h1"
        icon={<TimerOff />}
        title="Ya no está apartado"
        text={text}
        action={
          hold === undefined ? (
            <Link {...paths.search()} className={buttonClass()}>
              Buscar profesionales
            </Link>
          ) : (
            <Link {...againOf(hold)} className={buttonClass()}>
              Elegir otro horario
            </Link>
          )
        }
      />
    </section>
  )
}
