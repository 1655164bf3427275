import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Call, Reply } from '#contract/platform/endpoint.ts'
import * as homes from '#contract/account/home.ts'
import { call, reading } from '#web/api.ts'
import { PlaceField, type Where } from '#web/parts/places/place-field.tsx'
import type { Place } from '#web/parts/places/places.ts'
import { useForm } from '#web/ui/form/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Form } from '#web/ui/form/form.tsx'

export type Home = Reply<typeof homes.addHome>

type Found = Pick<Place, 'neighbourhood' | 'city' | 'state' | 'latitude' | 'longitude'>
type Typed = { where: Where; place: Found | null; line: string; details: string }
const nothing: Typed = { where: { location: '' }, place: null, line: '', details: '' }

/** The client's home: the neighbourhood by its suggestions, then street and number. What was typed stays in this tab. */
export const HomeAddress = ({
  draftKey,
  whose,
  isOwn,
  isPart = false,
  onHome,
}: {
  draftKey: string
  /** "tu casa", "su casa". */
  whose: string
  /** A signed-in client enters the own home: earlier addresses are suggested. */
  isOwn: boolean
  /** Part of another form. */
  isPart?: boolean
  onHome: (home: Home) => void
}) => {
  const address = useHomeAddress(draftKey, isOwn, onHome)
  const look = 'flex flex-col gap-4'
  const label = `Dirección de ${whose}`
  const fields = <AddressFields address={address} isPart={isPart} />
  const button = { className: 'self-start', busy: address.saving.isPending }
  return (
    <div className="flex flex-col gap-5">
      <EarlierHomes address={address} onHome={onHome} />
      {isPart ? (
        <div role="group" aria-label={label} className={look}>
          {fields}
          <Button {...button} tone="secondary" onClick={address.submit}>
            Usar esta dirección
          </Button>
        </div>
      ) : (
        <Form
          aria-label={label}
          className={look}
          onSubmit={(event) => {
            event.preventDefault()
            address.submit()
          }}
        >
          {fields}
          <Button {...button} type="submit">
            Ver horarios para esta dirección
          </Button>
        </Form>
      )}
    </div>
  )
}

/** The typed address, saved as a draft of this tab. */
const useHomeAddress = (draftName: string, isOwn: boolean, onHome: (home: Home) => void) => {
  const form = useForm({ initial: nothing, draft: draftName })
  const before = useQuery({ ...reading(homes.ownHomes), enabled: isOwn })
  const [missing, setMissing] = useState<'place' | 'line'>()
  const saving = useMutation({
    mutationFn: (body: Call<typeof homes.addHome>['body']) => call(homes.addHome, { body }),
    onSuccess: onHome,
  })
  const submit = () => {
    const { place, line, details } = form.values
    if (place === null || place.latitude === null || place.longitude === null) return setMissing('place')
    if (line.trim() === '') return setMissing('line')
    setMissing(undefined)
    saving.mutate({
      line,
      details,
      neighbourhood: place.neighbourhood,
      city: place.city,
      state: place.state,
      latitude: place.latitude,
      longitude: place.longitude,
    })
  }
  return { form, setMissing, missing, saving, before, submit }
}

type AddressEntry = ReturnType<typeof useHomeAddress>

const AddressFields = ({ address, isPart }: { address: AddressEntry; isPart: boolean }) => (
  <>
    <div className="flex flex-col gap-1.5">
      <PlaceField
        label="Colonia o municipio"
        // Stored with the selection made from it.
        name=""
        ofBusiness={false}
        value={address.form.values.where}
        onChange={(where) => address.form.put({ where, place: null })}
        onPlace={(place) => {
          address.setMissing(undefined)
          if (place !== undefined)
            address.form.put({ where: { location: place.neighbourhood || place.city }, place })
        }}
      />
      {address.missing !== 'place' ? null : (
        <p role="alert" className="text-sm font-medium text-chile">
          Elige la colonia o el municipio de las sugerencias.
        </p>
      )}
    </div>
    <Field
      label="Calle y número"
      {...(address.missing === 'line' ? { error: 'Escribe la calle y el número.' } : {})}
    >
      {(control) => (
        <Input
          {...control}
          name={isPart ? '' : 'line'}
          maxLength={160}
          autoComplete="street-address"
          placeholder="Ámsterdam 12, interior 3"
          {...address.form.text('line')}
        />
      )}
    </Field>
    <Field label="Cómo llegar" required={false} hint="Timbre, entrada, dónde estacionarse.">
      {(control) => (
        <Input
          {...control}
          name={isPart ? '' : 'details'}
          maxLength={300}
          autoComplete="off"
          {...address.form.text('details')}
        />
      )}
    </Field>
    {address.saving.isError ? (
      <p role="alert" className="font-medium text-chile">
        {address.saving.error.message}
      </p>
    ) : null}
    <p className="text-sm text-muted">
      La dirección completa solo la ve quien va, y hasta que la cita está confirmada.
    </p>
  </>
)

const EarlierHomes = ({ address, onHome }: { address: AddressEntry; onHome: (home: Home) => void }) =>
  address.before.data === undefined || address.before.data.length === 0 ? null : (
    <section className="flex flex-col gap-2">
      <h3 className="font-sans text-base font-semibold tracking-normal">Donde ya te atendieron</h3>
      <ul className="flex flex-col gap-2">
        {address.before.data.map((home) => (
          <li key={home.token}>
            <button
              type="button"
              onClick={() => onHome(home)}
              className="flex w-full flex-col rounded-md border border-line bg-surface p-4 text-left transition-colors hover:border-ink/50"
            >
              <span className="font-semibold">{home.line}</span>
              <span className="text-sm text-muted">{home.area}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
