import { Link } from '@tanstack/react-router'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Section } from '#web/parts/settings/sections.ts'
import { SettingsFrame } from '#web/parts/settings/settings-frame.tsx'
import { longDate } from '#web/parts/time/wall-clock.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

export type Reading<T> =
  | { isPending: true }
  | { isPending: false; isLoadingError: true; error: Error; refetch: () => unknown }
  | { isPending: false; isLoadingError: false; data: T }

/** A role's dashboard: greeting and tabs, the day, past figures, and the account (`?tab=profile`, spec §2). */
export const DashboardFrame = ({
  firstName,
  today,
  search: { tab, section },
  linkTo,
  children,
}: {
  firstName: string | undefined
  today: string
  search: { tab?: string; section?: Section }
  linkTo: (search: { tab?: 'profile' | 'numbers'; section?: Section }) => LinkProps
  /** The day, or past figures. */
  children: ReactNode
}) => {
  const profile = tab === 'profile'
  const numbers = tab === 'numbers'
  return (
    <div className="page py-8">
      <div className="mx-auto flex max-w-work flex-col gap-7">
        <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
          <div className="flex flex-col gap-1">
            <p className="eyebrow text-barro first-letter:uppercase">
              {profile ? 'Tu cuenta' : longDate(today)}
            </p>
            <h1 className="text-3xl">
              {profile ? 'Configuración' : numbers ? 'Números' : `Hola, ${firstName ?? ''}`}
            </h1>
          </div>
          <nav aria-label="Vistas del dashboard" className="flex flex-wrap gap-1 rounded-md bg-sunk p-1">
            <View {...linkTo({})} open={!profile && !numbers} label="Mi día" />
            <View {...linkTo({ tab: 'numbers' })} open={numbers} label="Números" />
            <View {...linkTo({ tab: 'profile' })} open={profile} label="Configuración" />
          </nav>
        </header>
        {profile ? (
          <SettingsFrame section={section} isPaid linkTo={(to) => linkTo({ tab: 'profile', section: to })} />
        ) : (
          children
        )}
      </div>
    </div>
  )
}

const View = ({ open, label, ...link }: LinkProps & { open: boolean; label: string }) => (
  <Link
    {...link}
    aria-current={open ? 'page' : undefined}
    className={classNames(
      'inline-flex min-h-11 items-center rounded-sm px-3 font-semibold transition-colors sm:px-4',
      open ? 'bg-surface text-ink shadow-low' : 'text-muted hover:text-ink',
    )}
  >
    {label}
  </Link>
)

/** The data of the day: loading, failed with a retry button, or loaded; a failed refetch keeps what is shown. */
export const DayOf = <T,>({ answer, children }: { answer: Reading<T>; children: (day: T) => ReactNode }) => {
  if (answer.isPending) return <Skeleton className="h-40 rounded-lg" />
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
  return children(answer.data)
}
