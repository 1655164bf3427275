import { keepPreviousData, useQuery } from '@tanstack/react-query'
import * as contract from '#contract/booking/series/own-appointment.ts'
import { readablePhone } from '#web/parts/verification/address.ts'
import { reading } from '#web/api.ts'
import type { OwnAppointmentForm, OwnClientChoice } from '#web/parts/booking/series/use-own-appointment.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { useSettled } from '#web/ui/form/use-settled.ts'

/** As many as fit beside the keyboard of a phone. */
const shownClients = 5

/** The client: found by name or phone number, the latest first; or new, by a name alone. */
export const OwnAppointmentClient = ({
  form,
  recent,
}: {
  form: OwnAppointmentForm
  recent: readonly OwnClientChoice[]
}) => {
  if (form.client !== undefined)
    return (
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p>
          Para <strong>{nameOf(form.client)}</strong>
        </p>
        <Button tone="quiet" size="small" onClick={() => form.setClient(undefined)}>
          Cambiar
        </Button>
      </div>
    )
  return form.isNew ? <NewClient form={form} /> : <FoundClients form={form} recent={recent} />
}

const nameOf = ({ firstName, lastName }: OwnClientChoice) => `${firstName} ${lastName}`.trim()

const FoundClients = ({ form, recent }: { form: OwnAppointmentForm; recent: readonly OwnClientChoice[] }) => {
  const { search } = form.typed.values
  const q = useSettled(search.trim(), settleMs)
  const found = useQuery({
    ...reading(contract.ownStart, { query: { q } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  const clients = (q === '' ? recent : (found.data?.clients ?? [])).slice(0, shownClients)
  return (
    <div className="flex flex-col gap-2">
      <Field label="¿Para quién?">
        {(control) => (
          <Input
            {...control}
            type="search"
            maxLength={80}
            autoComplete="off"
            placeholder="Nombre o teléfono"
            {...form.typed.text('search')}
          />
        )}
      </Field>
      <ul className="flex flex-col divide-y divide-line rounded-md border border-line empty:hidden">
        {clients.map((one) => (
          <li key={one.id}>
            <button
              type="button"
              onClick={() => form.setClient(one)}
              className="flex min-h-12 w-full flex-wrap items-center justify-between gap-x-3 px-3.5 py-2 text-left hover:bg-sunk"
            >
              <span className="font-semibold wrap-anywhere">{nameOf(one)}</span>
              <span className="figures text-sm text-muted">
                {one.phone === null ? '' : readablePhone(one.phone)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {found.isError ? <p className="text-chile">{found.error.message}</p> : null}
      <Button
        tone="secondary"
        size="small"
        className="self-start"
        onClick={() => {
          form.typed.put(isPhone(search) ? { phone: search } : { firstName: search.trim() })
          form.setNew(true)
        }}
      >
        {search.trim() === '' ? 'Cliente nuevo' : `Agregar «${search.trim()}»`}
      </Button>
    </div>
  )
}
const settleMs = 200
const isPhone = (text: string) => /^[\d\s+()-]{6,}$/.test(text.trim())

const NewClient = ({ form }: { form: OwnAppointmentForm }) => (
  <div className="flex flex-col gap-3">
    <Field label="Nombre">
      {(control) => (
        <Input {...control} required maxLength={80} autoComplete="off" {...form.typed.text('firstName')} />
      )}
    </Field>
    <Field label="Teléfono" required={false} hint="Con él le avisamos; sin él, tú le dices.">
      {(control) => (
        <Input {...control} type="tel" maxLength={30} autoComplete="off" {...form.typed.text('phone')} />
      )}
    </Field>
    <Button tone="quiet" size="small" className="self-start" onClick={() => form.setNew(false)}>
      Elegir de mis clientes
    </Button>
  </div>
)
