import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Hourglass } from 'lucide-react'
import { useState } from 'react'
import * as contract from '#contract/waitlist.ts'
import { DayPart, dayPartNames } from '#contract/waitlist.ts'
import { ApiError, call, keyOf } from '#web/api.ts'
import { addOnsIn, listIn } from '#web/parts/booking/address.ts'
import { addDays } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { formText } from '#web/ui/form-text.ts'
import { OutboxLink } from '#web/parts/verification/code-digits.tsx'
import { Form } from '#web/ui/form.tsx'

type Wanted = {
  professional: number
  service: { id: number; name: string }
  /** What follows in the same visit, and what is added: as the address says it. */
  more?: string | undefined
  add?: string | undefined
  space: number | undefined
  from: string
  signedIn: boolean
  /** How many would come. */
  persons: number
  isClass?: boolean | undefined
}

/** "Avísame": where nothing is free, one says between which dates, and what opens is held for whoever asked first. */
export default function JoinWaitlist(wanted: Wanted) {
  const [open, setOpen] = useState(false)
  // What opens is one person's hour: it may be too short for several. A class has seats.
  if (wanted.persons > 1 && !wanted.isClass)
    return (
      <p className="measure text-sm text-muted">
        La lista de espera es por ahora para una persona: un lugar que se libera suele alcanzar para una.
        Prueba otro día o reserven por separado; lo que elegiste sigue aquí.
      </p>
    )
  return (
    <>
      <Button tone="secondary" size="small" onClick={() => setOpen(true)}>
        <Hourglass aria-hidden className="size-4.5" />
        Avísame si se abre un lugar
      </Button>
      {open ? <Ask {...wanted} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

/** "3-1": the first of service 3. */
const refOf = (key: string) => {
  const [serviceId = 0, id = 0] = key.split('-').map(Number)
  return { serviceId, id }
}

const Ask = ({
  professional,
  service,
  more,
  add,
  space,
  from,
  signedIn,
  persons,
  onClose,
}: Wanted & { onClose: () => void }) => {
  const queryClient = useQueryClient()
  const [first, setFirst] = useState(from)
  const joining = useMutation({
    mutationFn: (body: Parameters<typeof call<typeof contract.joinWaitlist>>[1]['body']) =>
      call(contract.joinWaitlist, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf(contract.ownWishes) }),
  })
  const done = joining.data
  return (
    <Dialog
      open
      onOpenChange={(still) => {
        if (!still) onClose()
      }}
      title={done === undefined ? 'Avísame si se abre un lugar' : 'Ya estás en la lista'}
      description={
        done === undefined
          ? `${service.name}. En cuanto se abra una hora la apartamos para ti y te escribimos: tienes 15 minutos para tomarla.`
          : undefined
      }
    >
      {done === undefined ? (
        <Form
          draft="waitlist"
          className="flex flex-col gap-5"
          onSubmit={(event) => {
            event.preventDefault()
            const typed = formText(event.currentTarget)
            joining.mutate({
              professional,
              service: service.id,
              more: listIn(more),
              addOns: addOnsIn(add).map(refOf),
              persons,
              space: space ?? null,
              from: typed('from'),
              to: typed('to'),
              parts: DayPart.options.filter((part) => typed(part) !== ''),
              contact: signedIn ? null : { firstName: typed('firstName'), email: typed('email') },
            })
          }}
        >
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Desde">
              {(control) => (
                <Input
                  {...control}
                  type="date"
                  name="from"
                  required
                  defaultValue={from}
                  onChange={(event) => setFirst(event.target.value || from)}
                />
              )}
            </Field>
            <Field label="Hasta">
              {(control) => (
                <Input
                  {...control}
                  type="date"
                  name="to"
                  required
                  min={first}
                  max={addDays(first, contract.waitlistLimits.days - 1)}
                  defaultValue={addDays(from, 6)}
                />
              )}
            </Field>
          </div>
          <fieldset>
            <legend className="mb-1 text-[0.9375rem] font-semibold">¿A qué hora te queda?</legend>
            <div className="flex flex-wrap gap-x-6">
              {DayPart.options.map((part) => (
                <Checkbox key={part} name={part} label={dayPartNames[part]} defaultChecked />
              ))}
            </div>
          </fieldset>
          {signedIn ? null : (
            <div className="grid gap-4 sm:grid-cols-2">
              <Field label="Nombre">
                {(control) => (
                  <Input {...control} name="firstName" required maxLength={80} autoComplete="given-name" />
                )}
              </Field>
              <Field label="Correo" hint="Ahí confirmas y ahí te avisamos.">
                {(control) => (
                  <Input
                    {...control}
                    name="email"
                    type="email"
                    required
                    maxLength={254}
                    autoComplete="email"
                  />
                )}
              </Field>
            </div>
          )}
          {joining.isError ? (
            <p role="alert" className="font-medium text-chile">
              {joining.error instanceof ApiError && joining.error.code === 'invalid_input'
                ? 'Revisa las fechas, el horario y tu correo.'
                : joining.error.message}
            </p>
          ) : null}
          <Button type="submit" size="large" busy={joining.isPending}>
            Esperar un lugar
          </Button>
        </Form>
      ) : (
        <div role="status" className="flex flex-col gap-5">
          {done.sentTo === null ? (
            <p>Te escribimos en cuanto se abra una hora. Tu espera está en tus reservas.</p>
          ) : (
            <p>
              Falta un paso: confirma con el enlace que enviamos a{' '}
              <strong className="break-words">{done.sentTo}</strong>.
              {done.outbox === null ? null : (
                <>
                  {' '}
                  <OutboxLink address={done.outbox} />
                </>
              )}
            </p>
          )}
          <div className="flex flex-wrap items-center gap-4">
            <Button onClick={onClose}>Entendido</Button>
            {signedIn ? (
              <Link
                {...paths.myBookings({ tab: 'waitlist' })}
                className="font-medium text-jacaranda underline underline-offset-4"
              >
                Ver mi lista de espera
              </Link>
            ) : null}
          </div>
        </div>
      )}
    </Dialog>
  )
}
