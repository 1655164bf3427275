import { Link, type LinkProps } from '@tanstack/react-router'
import {
  CalendarCheck2,
  CalendarDays,
  CalendarHeart,
  CircleUser,
  Ellipsis,
  House,
  type LucideIcon,
  MessageCircle,
  Plus,
  Search,
  Store,
  Users,
} from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { SessionUser } from '#contract/account/account.ts'
import { paths } from '#web/paths.ts'
import { Count } from '#web/shell/work/count.tsx'
import { type Tool, type WorkRole, workRoleOf } from '#web/shell/work/tools.ts'
import { useCurrent } from '#web/shell/work/use-current.ts'
import { useFindKey } from '#web/shell/work/use-find-key.ts'
import { useWaiting } from '#web/shell/work/waiting.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Opening } from '#web/ui/page/opening.tsx'

const MoreSheet = lazy(() => import('#web/shell/work/more-sheet.tsx'))
const BeginSheet = lazy(() => import('#web/shell/work/begin-sheet.tsx'))
const FindDialog = lazy(() => import('#web/shell/work/find-dialog.tsx'))

type Place = { label: string; link: LinkProps; Picture: LucideIcon; waits?: Tool['waits'] }

/** The first two and the fourth place in a professional's or host's bar; ＋ is between them, "Más" at the end. */
const workPlaces: Readonly<Record<WorkRole, readonly [Place, Place, Place]>> = {
  professional: [
    { label: 'Hoy', link: paths.appointments(), Picture: CalendarCheck2 },
    { label: 'Agenda', link: paths.calendar(), Picture: CalendarDays },
    { label: 'Clientas', link: paths.ownClients(), Picture: Users },
  ],
  host: [
    { label: 'Hoy', link: paths.hostDashboard(), Picture: CalendarCheck2 },
    { label: 'Calendario', link: paths.hostAvailability(), Picture: CalendarDays },
    { label: 'Espacios', link: paths.hostRegistration(), Picture: Store },
  ],
}

const clientPlaces: readonly Place[] = [
  { label: 'Inicio', link: paths.home(), Picture: House },
  { label: 'Buscar', link: paths.search(), Picture: Search },
  { label: 'Reservas', link: paths.myBookings(), Picture: CalendarHeart },
  { label: 'Mensajes', link: paths.messages(), Picture: MessageCircle, waits: 'messages' },
  { label: 'Cuenta', link: paths.settings(), Picture: CircleUser },
]

type Shown = 'begin' | 'more' | 'find'

/** The five places of a signed-in user's bar at the bottom of a narrow screen. */
export default function TabBar({ user }: { user: SessionUser }) {
  const [shown, show] = useState<Shown>()
  const role = workRoleOf(user)
  const waiting = useWaiting(role)
  useFindKey(role !== null, () => show('find'))
  const close = () => show(undefined)
  if (user.activeRole === 'admin') return null
  return (
    <>
      <nav
        aria-label="Barra principal"
        data-bar="tabs"
        {...(role === null ? {} : { 'data-work': '' })}
        className="tab-bar z-40 border-t border-line bg-surface lg:hidden print:hidden"
      >
        <ul className="mx-auto grid h-15 max-w-xl grid-cols-5">
          {role === null ? (
            clientPlaces.map((place) => (
              <PlaceLink key={place.label} place={place} waits={waiting(place.waits)} />
            ))
          ) : (
            <WorkPlaces
              role={role}
              today={waiting(role === 'host' ? 'tasks' : 'answers')}
              waits={
                // What "Hoy" counts is not counted here again: a host's tasks are all there, a professional's answers.
                waiting('messages') + (role === 'host' ? 0 : waiting('tasks') - waiting('answers'))
              }
              show={show}
              shown={shown}
            />
          )}
        </ul>
      </nav>
      {shown === undefined || role === null ? null : (
        <Suspense fallback={<Opening />}>
          {shown === 'begin' ? (
            <BeginSheet role={role} onClose={close} />
          ) : shown === 'more' ? (
            <MoreSheet role={role} onFind={() => show('find')} onClose={close} />
          ) : (
            <FindDialog role={role} onClose={close} />
          )}
        </Suspense>
      )}
    </>
  )
}

const WorkPlaces = ({
  role,
  today,
  waits,
  shown,
  show,
}: {
  role: WorkRole
  /** The number of things pending on "Hoy". */
  today: number
  /** The others, behind "Más". */
  waits: number
  shown: Shown | undefined
  show: (shown: Shown) => void
}) => {
  const [first, second, fourth] = workPlaces[role]
  return (
    <>
      <PlaceLink place={first} waits={today} />
      <PlaceLink place={second} />
      <li className="flex items-center justify-center">
        <button
          type="button"
          aria-haspopup="dialog"
          aria-expanded={shown === 'begin'}
          aria-label="Crear"
          onClick={() => show('begin')}
          className="needs-scripts inline-flex size-12 items-center justify-center rounded-full bg-barro text-on-barro transition-colors hover:bg-barro-deep"
        >
          <Plus aria-hidden className="size-6" />
        </button>
      </li>
      <PlaceLink place={fourth} />
      <li>
        <button
          type="button"
          aria-haspopup="dialog"
          aria-expanded={shown === 'more' || shown === 'find'}
          onClick={() => show('more')}
          className={classNames(place, 'needs-scripts')}
        >
          <Ellipsis aria-hidden className="size-5.5" />
          <span>
            Más<span className="sr-only"> herramientas</span>
          </span>
          <Count of={waits} className={beside} />
        </button>
      </li>
    </>
  )
}

const place =
  'relative flex h-15 w-full flex-col items-center justify-center gap-0.5 text-[0.8125rem] leading-none font-semibold text-muted -outline-offset-3 transition-colors hover:text-ink aria-[current=page]:text-barro'

/** Beside the icon, and read after its label. */
const beside = 'absolute top-1.5 left-[calc(50%+0.125rem)]'

const PlaceLink = ({ place: { label, link, Picture }, waits = 0 }: { place: Place; waits?: number }) => {
  const isCurrent = useCurrent()
  return (
    <li>
      <Link
        {...link}
        activeOptions={{ exact: true, includeSearch: true }}
        {...(isCurrent(link) ? { 'aria-current': 'page' as const } : {})}
        className={place}
      >
        <Picture aria-hidden className="size-5.5" />
        <span className="max-w-full truncate px-0.5 pt-0.5">{label}</span>
        <Count of={waits} className={beside} />
      </Link>
    </li>
  )
}
