import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import * as settings from '#contract/account/settings.ts'
import { reading } from '#web/api.ts'
import { BusinessForms } from '#web/parts/settings/business-form.tsx'
import { NameForm } from '#web/parts/settings/name-form.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { PhotoField } from '#web/parts/settings/photo-field.tsx'
import { PortfolioSettings } from '#web/parts/settings/portfolio-settings.tsx'
import { PublicProfile } from '#web/parts/settings/public-profile.tsx'
import { paths } from '#web/paths.ts'
import { sessionQuery } from '#web/session.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/** The user's name and photo, and the offer of the current role. */
export default function ProfileSettings() {
  const profile = useQuery(reading(settings.accountProfile))
  const { data: user } = useQuery(sessionQuery)
  if (profile.isPending) return <Skeleton className="h-96 rounded-lg" />
  if (profile.isLoadingError)
    return <ErrorState text={profile.error.message} onRetry={() => profile.refetch()} />
  const { email, phone } = profile.data
  return (
    <>
      <PhotoField profile={profile.data} />
      <NameForm profile={profile.data} onFresh={async () => (await profile.refetch()).data} />
      {user?.activeRole === 'professional' ? (
        <>
          <PublicProfile />
          <PortfolioSettings />
        </>
      ) : null}
      {user?.activeRole === 'host' ? <BusinessForms /> : null}
      <Panel
        title="Correo y teléfono"
        text="Los cambias con un código que te enviamos, para que nadie más pueda."
      >
        <dl className="flex flex-col gap-3">
          <div>
            <dt className="text-sm text-muted">Correo electrónico</dt>
            <dd className="font-semibold break-words">{email}</dd>
          </div>
          <div>
            <dt className="text-sm text-muted">Teléfono</dt>
            <dd className="font-semibold">{phone ?? 'Sin teléfono'}</dd>
          </div>
        </dl>
        <Link
          {...verificationOf(user?.activeRole)}
          className={buttonClass({ tone: 'secondary' }, 'self-start')}
        >
          Cambiar en Verificación
        </Link>
      </Panel>
    </>
  )
}

const verificationOf = (role: string | undefined) => {
  const there = { tab: 'profile', section: 'verification' } as const
  if (role === 'professional') return paths.professionalDashboard(there)
  if (role === 'host') return paths.hostDashboard(there)
  return paths.settings({ section: 'verification' })
}
