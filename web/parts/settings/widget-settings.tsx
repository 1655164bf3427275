import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { businesses } from '#contract/space/business.ts'
import { spaces } from '#contract/space/space.ts'
import { profile } from '#contract/professional/professional.ts'
import { ApiError, reading } from '#web/api.ts'
import { attendanceReading, professionalReading } from '#web/parts/booking/summary/booking-search.ts'
import { servicesByName } from '#web/parts/booking/summary/business-services.ts'
import { WidgetMaker } from '#web/parts/settings/widget-maker.tsx'
import { WidgetSteps } from '#web/parts/settings/widget-steps.tsx'
import { paths } from '#web/paths.ts'
import { sessionQuery } from '#web/session.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/** Booking widgets for the user's own site: for a professional, and for each business of a host. */
export default function WidgetSettings() {
  const { data: user } = useQuery(sessionQuery)
  return (
    <>
      {user?.activeRole === 'host' ? <OfHost /> : <OfProfessional />}
      <WidgetSteps />
    </>
  )
}

const OfProfessional = () => {
  const own = useQuery(reading(profile))
  const isNew = own.error instanceof ApiError && own.error.code === 'no_profile'
  const id = own.data?.id
  const isPublished = own.data?.status === 'published'
  const shown = useQuery({ ...professionalReading(id ?? 0), enabled: isPublished })
  if (own.isPending || (isPublished && shown.isPending)) return <Skeleton className="h-72 rounded-lg" />
  if (own.isLoadingError && !isNew)
    return <ErrorState text={own.error.message} onRetry={() => void own.refetch()} />
  if (id === undefined || !isPublished)
    return (
      <Panel title="Todavía no hay qué mostrar" text="El widget funciona cuando tu perfil está publicado.">
        <Link
          {...paths.professionalDashboard({ tab: 'profile', section: 'profile' })}
          className={buttonClass({ tone: 'secondary' }, 'self-start')}
        >
          Ir a tu perfil
        </Link>
      </Panel>
    )
  if (shown.data === undefined)
    return <ErrorState text={shown.error?.message ?? ''} onRetry={() => void shown.refetch()} />
  return <WidgetMaker of={{ profesional: id }} name="Reserva conmigo" services={shown.data.services} />
}

const OfHost = () => {
  const own = useQuery(reading(businesses))
  const places = useQuery(reading(spaces))
  const [chosen, setChosen] = useState<number>()
  const [spaceId, setSpaceId] = useState<number>()
  const business = own.data?.find(({ id }) => id === chosen) ?? own.data?.[0]
  const offered = (places.data ?? []).filter(
    ({ businessId, status }) => businessId === business?.id && status === 'published',
  )
  const space = offered.find(({ id }) => id === spaceId)
  const shown = useQuery({
    ...attendanceReading(
      space === undefined
        ? { business: business?.id, space: undefined }
        : { business: undefined, space: space.id },
    ),
    enabled: business !== undefined,
  })
  if (own.isPending || places.isPending) return <Skeleton className="h-72 rounded-lg" />
  if (own.isLoadingError) return <ErrorState text={own.error.message} onRetry={() => void own.refetch()} />
  const isEmpty = shown.error instanceof ApiError && shown.error.code === 'not_found'
  return (
    <>
      {own.data.length < 2 ? null : (
        <Field label="Negocio">
          {(control) => (
            <Select
              {...control}
              value={business?.id}
              onChange={(event) => setChosen(Number(event.target.value))}
            >
              {own.data.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {offered.length < 2 ? null : (
        <Field label="De qué lugar" hint="Un solo espacio, si tu página es de uno.">
          {(control) => (
            <Select
              {...control}
              value={space?.id ?? ''}
              onChange={({ target: { value } }) => setSpaceId(value === '' ? undefined : Number(value))}
            >
              <option value="">Todo el negocio</option>
              {offered.map(({ id, name }) => (
                <option key={id} value={id}>
                  Solo {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {business === undefined || (isEmpty && space === undefined) ? (
        <Panel
          title="Todavía no hay qué mostrar"
          text="El widget funciona cuando tu negocio tiene un espacio publicado."
        >
          <Link {...paths.hostRegistration()} className={buttonClass({ tone: 'secondary' }, 'self-start')}>
            Publicar un espacio
          </Link>
        </Panel>
      ) : shown.isPending ? (
        <Skeleton className="h-72 rounded-lg" />
      ) : shown.isLoadingError ? (
        <ErrorState text={shown.error.message} onRetry={() => void shown.refetch()} />
      ) : (
        <WidgetMaker
          key={`${business.id}-${space?.id ?? ''}`}
          of={space === undefined ? { negocio: business.id } : { espacio: space.id }}
          name={`Reserva en ${space?.name ?? business.name}`}
          services={servicesByName(shown.data.services).flatMap(([first]) => first ?? [])}
        />
      )}
    </>
  )
}
