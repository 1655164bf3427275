import { Lock } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import * as contract from '#contract/space/listing-steps.ts'
import type { Space } from '#contract/space/space.ts'
import { call } from '#web/api.ts'
import { StepFrame } from '#web/parts/space/step-frame.tsx'
import { problemsOf, useStep } from '#web/parts/space/use-step.ts'
import { AddressPin } from '#web/parts/places/address-pin.tsx'
import { PlaceField, type Where } from '#web/parts/places/place-field.tsx'
import { WordingNotes } from '#web/parts/space/wording-notes.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input, TextArea } from '#web/ui/form/input.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'

const PinMap = lazy(() => import('#web/parts/space/pin-map.tsx'))

const from = (space: Space) => ({
  point: space.municipalityId === 0 ? undefined : { latitude: space.latitude, longitude: space.longitude },
  neighbourhood: space.neighbourhood ?? '',
  address: space.address,
  postalCode: space.postalCode ?? '',
  directions: space.directions,
})

type Typed = ReturnType<typeof from>

const check = (typed: Typed) => {
  const codeOk = typed.postalCode === '' || /^\d{5}$/.test(typed.postalCode)
  const neighbourhood = typed.neighbourhood.trim()
  return {
    body: {
      ...typed.point,
      neighbourhood: neighbourhood === '' ? null : neighbourhood,
      address: typed.address,
      directions: typed.directions,
      postalCode: codeOk ? (typed.postalCode === '' ? null : typed.postalCode) : undefined,
    },
    problems: problemsOf(codeOk ? {} : { postalCode: 'El código postal tiene cinco números.' }),
  }
}

const zoneNames: Readonly<Record<string, string>> = {
  'America/Mexico_City': 'hora del centro',
  'America/Monterrey': 'hora del centro',
  'America/Merida': 'hora del centro',
  'America/Chihuahua': 'hora del centro',
  'America/Bahia_Banderas': 'hora del centro',
  'America/Matamoros': 'hora de la frontera noreste',
  'America/Ojinaga': 'hora de Ojinaga',
  'America/Ciudad_Juarez': 'hora de Ciudad Juárez',
  'America/Cancun': 'hora del sureste',
  'America/Hermosillo': 'hora de Sonora',
  'America/Mazatlan': 'hora del Pacífico',
  'America/Tijuana': 'hora del noroeste',
}

export const StepPlace = ({ space }: { space: Space }) => {
  const step = useStep({
    space,
    from,
    check,
    send: (id, body) => call(contract.saveStep2, { params: { id }, body }),
  })
  const { typed, type } = step
  const problems: { postalCode?: string } = step.problems
  const [where, setWhere] = useState<Where>({ location: typed.neighbourhood || space.city })
  const known = space.municipalityId > 0
  // A pin that is saved with its address, or was set by hand, takes precedence over a geocoder.
  const [isPlaced, setPlaced] = useState(known && space.address !== '')
  return (
    <StepFrame
      space={space}
      step={2}
      of={step}
      title="Dónde está"
      text="Busca la colonia o el negocio y acomoda el pin en la puerta. De ahí salen la ciudad y su horario."
    >
      <PlaceField
        label="Colonia, negocio o ciudad"
        value={where}
        onChange={setWhere}
        onPlace={(place) => {
          if (place === undefined || place.latitude === null || place.longitude === null) return
          const { latitude, longitude } = place
          // Input typed before the response arrives stays.
          type((typed) => ({
            point: { latitude, longitude },
            neighbourhood: place.neighbourhood,
            address: place.googlePlaceId !== '' && typed.address === '' ? place.address : typed.address,
            postalCode: place.postalCode === '' ? typed.postalCode : place.postalCode,
          }))
        }}
      />
      <Suspense fallback={<Skeleton className="h-64 rounded-lg sm:h-80" />}>
        <PinMap
          point={typed.point}
          onPoint={(point) => {
            setPlaced(true)
            type({ point })
          }}
        />
      </Suspense>
      {known ? (
        <p className="-mt-4 text-[0.9375rem]" role="status">
          {[...new Set([space.city, space.state])].join(', ')}
          <span className="text-muted"> · {zoneNames[space.zone] ?? space.zone}</span>
        </p>
      ) : null}
      <AddressFields typed={typed} type={type} codeProblem={problems.postalCode} />
      <AddressPin
        question={questionOf(typed, space)}
        isPlaced={isPlaced}
        onFound={({ latitude, longitude, neighbourhood, postalCode }) =>
          type((typed) => ({
            point: { latitude, longitude },
            neighbourhood: typed.neighbourhood || neighbourhood,
            postalCode: typed.postalCode || (postalCode ?? ''),
          }))
        }
      />
      <Field
        label="Indicaciones para llegar"
        required={false}
        hint="Qué puerta es, a qué piso se sube, dónde estacionarse. Sin claves ni teléfonos."
      >
        {(control) => (
          <TextArea
            {...control}
            name="directions"
            maxLength={600}
            value={typed.directions}
            onChange={(event) => type({ directions: event.target.value })}
          />
        )}
      </Field>
      <WordingNotes text={typed.directions} />
      <p className="flex items-start gap-2.5 rounded-md bg-agave-soft px-4 py-3 text-[0.9375rem] text-agave">
        <Lock aria-hidden className="mt-0.5 size-4.5 shrink-0" />
        La dirección exacta y las indicaciones solo las ve quien ya tiene una reserva confirmada. Antes se
        muestra la zona.
      </p>
    </StepFrame>
  )
}

/** The parts of the address beside the street; the city is that of the saved pin. */
const questionOf = ({ address, neighbourhood, postalCode, point }: Typed, { city, state }: Space) => ({
  address: address.trim(),
  ...(neighbourhood.trim() === '' ? {} : { neighbourhood: neighbourhood.trim() }),
  ...(/^\d{5}$/.test(postalCode) ? { postalCode } : {}),
  ...(point === undefined ? {} : { near: point, city, state }),
})

const AddressFields = ({
  typed,
  type,
  codeProblem,
}: {
  typed: Typed
  type: (part: Partial<Typed>) => void
  codeProblem: string | undefined
}) => (
  <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_9rem]">
    <Field label="Calle y número" required hint="Con interior o referencias, si hacen falta.">
      {(control) => (
        <Input
          {...control}
          name="address"
          autoComplete="street-address"
          maxLength={200}
          value={typed.address}
          onChange={(event) => type({ address: event.target.value })}
        />
      )}
    </Field>
    <Field label="C. P." required={false} error={codeProblem}>
      {(control) => (
        <Input
          {...control}
          name="postal"
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={5}
          value={typed.postalCode}
          onChange={(event) => type({ postalCode: event.target.value })}
        />
      )}
    </Field>
    <Field label="Colonia" required={false} className="sm:col-span-2">
      {(control) => (
        <Input
          {...control}
          name="neighbourhood"
          autoComplete="off"
          maxLength={80}
          value={typed.neighbourhood}
          onChange={(event) => type({ neighbourhood: event.target.value })}
        />
      )}
    </Field>
  </div>
)
