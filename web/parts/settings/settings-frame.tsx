import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { LinkProps } from '@tanstack/react-router'
import { ArrowLeft, ChevronRight } from 'lucide-react'
import { type ComponentType, lazy, Suspense } from 'react'
import { ofClients, sections } from '#web/parts/settings/section-list.ts'
import type { Section } from '#web/parts/settings/sections.ts'
import { classNames } from '#web/ui/class-names.ts'
import { sessionQuery } from '#web/session.ts'
import { Skeleton } from '#web/ui/page/skeleton.tsx'

/** The components of the sections, loaded when opened. */
const UnitConnectionsSettings = lazy(() => import('#web/parts/connection/unit-connections-settings.tsx'))
const bodies: Record<Section, ComponentType> = {
  profile: lazy(() => import('#web/parts/settings/profile-settings.tsx')),
  security: lazy(() => import('#web/parts/settings/security-settings.tsx')),
  verification: lazy(() =>
    import('#web/parts/verification/verification-settings.tsx').then(({ VerificationSettings }) => ({
      default: VerificationSettings,
    })),
  ),
  payouts: lazy(() => import('#web/parts/settings/money-settings.tsx')),
  connections: lazy(() => import('#web/parts/connection/connections-settings.tsx')),
  widget: lazy(() => import('#web/parts/settings/widget-settings.tsx')),
  notifications: lazy(() =>
    import('#web/parts/notification/notification-settings.tsx').then(({ NotificationSettings }) => ({
      default: NotificationSettings,
    })),
  ),
  companions: lazy(() => import('#web/parts/settings/companion-settings.tsx')),
  privacy: lazy(() => import('#web/parts/settings/privacy-settings.tsx')),
  developers: lazy(() => import('#web/parts/developer/developer-settings.tsx')),
  zone: lazy(() => import('#web/parts/settings/zone-settings.tsx')),
}

/**
 * The settings of an account, in the same layout for all three roles. On a desktop the sections are beside their content; on a phone they
 * are a list, and each opens with a back link.
 */
export const SettingsFrame = ({
  section: search,
  isPaid,
  linkTo,
}: {
  section: Section | undefined
  /** Professionals and hosts receive money too; clients only pay. */
  isPaid: boolean
  /** The URL of a section; without one, of the list. */
  linkTo: (section?: Section) => LinkProps
}) => {
  const { data: user } = useQuery(sessionQuery)
  const own = sections.filter(({ value }) => isPaid || (value !== 'connections' && value !== 'widget'))
  const shown = isPaid ? own : own.map((one) => (one.value === 'payouts' ? { ...one, ...ofClients } : one))
  const section = shown.find(({ value }) => value === search)?.value
  const open = section ?? 'profile'
  const { label } = shown.find(({ value }) => value === open) ?? sections[0]
  const Body = open === 'connections' && user?.activeRole === 'host' ? UnitConnectionsSettings : bodies[open]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[16rem_minmax(0,1fr)] lg:gap-12">
      <nav aria-label="Secciones de configuración" className={section && 'hidden lg:block'}>
        <ul className="flex flex-col divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface lg:sticky lg:top-24 lg:gap-1 lg:divide-y-0 lg:border-0 lg:bg-transparent">
          {shown.map((one) => (
            <li key={one.value}>
              <Link
                {...linkTo(one.value)}
                aria-current={one.value === open ? 'page' : undefined}
                className={classNames(
                  'flex min-h-16 items-center gap-4 px-4 py-3 transition-colors hover:bg-sunk lg:min-h-12 lg:gap-3 lg:rounded-md lg:px-3 lg:py-2',
                  one.value === open && 'lg:bg-jacaranda-soft lg:font-semibold lg:text-jacaranda-deep',
                )}
              >
                <one.icon aria-hidden className="size-5 shrink-0 text-muted lg:text-current" />
                <span className="min-w-0 flex-1">
                  <span className="block font-semibold lg:font-[inherit]">{one.label}</span>
                  <span className="block text-sm text-muted lg:hidden">{one.text}</span>
                </span>
                <ChevronRight aria-hidden className="size-5 text-muted lg:hidden" />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <section
        aria-labelledby="settings-section"
        className={classNames('flex min-w-0 flex-col gap-6', section === undefined && 'hidden lg:flex')}
      >
        <div className="flex flex-col gap-1">
          <Link
            {...linkTo()}
            className="inline-flex min-h-11 items-center gap-2 self-start font-medium text-muted hover:text-ink lg:hidden"
          >
            <ArrowLeft aria-hidden className="size-5" />
            Configuración
          </Link>
          <h2 id="settings-section" className="text-2xl">
            {label}
          </h2>
        </div>
        <Suspense fallback={<Skeleton className="h-72 rounded-lg" />}>
          <Body />
        </Suspense>
      </section>
    </div>
  )
}
