import { lazy, Suspense } from 'react'
import { someHome } from '#contract/service/modality.ts'
import type { OwnAppointmentForm } from '#web/parts/booking/series/use-own-appointment.ts'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ChoiceField } from '#web/ui/form/labelled.tsx'

const OwnAppointmentHome = lazy(() => import('#web/parts/booking/series/own-appointment-home.tsx'))

/** Above every place number. */
const anyPlace = Number.MAX_SAFE_INTEGER

/** Where: only with more than one place, or when it is at a client's home. */
export const OwnAppointmentPlace = ({ form }: { form: OwnAppointmentForm }) => {
  const { visit } = form
  const { places = [], needsHome = false, homes = [] } = form.hours.data ?? {}
  const isHomeOnly = places.length > 0 && places.every(({ at }) => at === someHome)
  const rooms = places.filter(({ at }) => at !== someHome)
  return (
    <>
      {places.length < 2 ? null : (
        <ChoiceField
          label="Dónde"
          value={visit.place ?? (rooms.length === 1 ? (rooms[0]?.at ?? anyPlace) : anyPlace)}
          onChange={(at) => visit.setPlace(at === anyPlace ? undefined : at)}
          options={[
            ...(rooms.length > 1 ? [{ value: anyPlace, label: 'Donde haya lugar' }] : []),
            ...places.map(({ at, name }) => ({ value: at, label: name })),
          ]}
        />
      )}
      {isHomeOnly || visit.place === someHome || needsHome ? (
        <Suspense fallback={<Skeleton className="h-40" />}>
          <OwnAppointmentHome form={form} homes={homes} />
        </Suspense>
      ) : null}
    </>
  )
}
