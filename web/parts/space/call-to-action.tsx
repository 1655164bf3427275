import type { PublicSpace } from '#contract/search/public-page.ts'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { SessionUser } from '#contract/account/account.ts'
import { formatCents } from '#contract/platform/money.ts'
import { placeName } from '#contract/places/place-name.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Opening } from '#web/ui/page/opening.tsx'

/** The primary action depends on the viewer (product.md §7). */
export const CallToAction = ({ space, user }: { space: PublicSpace; user: SessionUser | null }) => {
  if (user === null)
    return (
      <>
        <Link {...paths.auth({ redirect: `/space/${space.id}` })} className={buttonClass({ wide: true })}>
          Quiero trabajar aquí
        </Link>
        <p className="text-sm text-muted">
          {space.facts.welcome === 'agreement'
            ? 'Este espacio invita a quien trabaja en él. Con tu perfil al día, te encuentra.'
            : 'Entra con tu cuenta de profesional para pedir lugar.'}
        </p>
      </>
    )
  if (user.activeRole === 'professional') return <ForProfessional space={space} />
  if (space.professionals.length === 0) return null
  return (
    <a href="#atienden" className={buttonClass({ wide: true })}>
      Ver quién atiende aquí
    </a>
  )
}

const Apply = lazy(() => import('#web/parts/hiring/apply.tsx'))

const NewAppointment = lazy(() => import('#web/parts/booking/series/new-appointment.tsx'))

/** Under an agreement a professional rents hours, or makes an appointment for a client, but does not book herself. */
const ForProfessional = ({ space }: { space: PublicSpace }) => {
  const [makes, setMakes] = useState(false)
  if (space.agreement === null)
    return (
      <Suspense fallback={<Button wide>Postularme</Button>}>
        <Apply
          spaceId={space.id}
          spaceName={placeName({ name: space.name, businessName: space.host.businessName })}
        />
      </Suspense>
    )
  return (
    <>
      <a href="#renta" className={buttonClass({ wide: true })}>
        Reservar ahora
      </a>
      <Button wide tone="secondary" onClick={() => setMakes(true)}>
        Cita para un cliente
      </Button>
      <p className="text-sm text-muted">
        Tienes convenio: {formatCents(space.agreement.ratePerHourCents)} por hora. Renta horas para ti, o
        aparta aquí la hora de un cliente.
      </p>
      {makes ? (
        <Suspense fallback={<Opening />}>
          <NewAppointment spaceId={space.id} onClose={() => setMakes(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
