import { useQuery } from '@tanstack/react-query'
import { Check, TriangleAlert } from 'lucide-react'
import type { consent } from '#contract/developer/app.ts'
import type { Reply } from '#contract/platform/endpoint.ts'
import { scopeWords } from '#contract/developer/scope-words.ts'
import { wholeDate } from '#web/parts/developer/whole-date.ts'
import { capitalZone } from '#web/parts/time/wall-clock.ts'
import { sessionQuery } from '#web/session.ts'

type Consent = Reply<typeof consent>

const roles = { client: 'cliente', professional: 'profesional', host: 'anfitrión' } as const

/** The app, the access it requests, the user, the duration, and the redirect URL. */
export const RequestedAccess = ({
  requested,
  app,
}: {
  requested: Consent
  app: NonNullable<Consent['app']>
}) => {
  const { data: user } = useQuery(sessionQuery)
  return (
    <>
      <div className="flex flex-col gap-2">
        <h1 className="text-2xl text-balance wrap-anywhere">{app.name} quiere entrar a tu cuenta de Kalli</h1>
        <p className="text-muted wrap-anywhere">
          Cuenta: {requested.email}
          {requested.actsAs === null ? null : `, como ${roles[requested.actsAs]}`}
        </p>
      </div>
      {app.isUnknown ? (
        <p className="flex gap-3 rounded-md bg-maiz-soft px-4 py-3 font-medium text-maiz-ink">
          <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
          Esta app se registró sola y Kalli no sabe de quién es. Sigue solo si tú la abriste.
        </p>
      ) : null}
      <div className="flex flex-col gap-2">
        <h2 className="text-lg">Podrá</h2>
        <ul className="flex flex-col gap-2">
          {requested.scopes.map((scope) => (
            <li key={scope} className="flex gap-3">
              <Check aria-hidden className="mt-1 size-5 shrink-0 text-agave" />
              {scopeWords(scope)}
            </li>
          ))}
        </ul>
      </div>
      <p className="text-muted">
        Nunca podrá usar tus tarjetas sin otro permiso tuyo, ni tu cuenta de banco, cambiar tu contraseña o
        ver formularios de salud.
        {requested.scopes.includes('bookings:write')
          ? ' Si mueve o cancela una cita, se cobra o se devuelve lo que marcan sus reglas.'
          : null}
      </p>
      <p className="wrap-anywhere">
        {requested.until === null
          ? null
          : `El permiso dura hasta el ${wholeDate(requested.until, user?.zone ?? capitalZone)}. `}
        Lo quitas cuando quieras en Configuración, Desarrolladores. Después vuelves a{' '}
        <strong>{app.returnsTo}</strong>.
      </p>
    </>
  )
}
