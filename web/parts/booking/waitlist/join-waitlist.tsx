import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Hourglass } from 'lucide-react'
import { useState } from 'react'
import type { Modality } from '#contract/service/modality.ts'
import * as contract from '#contract/booking/waitlist/waitlist.ts'
import { dayPartNames } from '#contract/platform/day-part.ts'
import { DayPart, offerWait } from '#contract/booking/waitlist/waitlist.ts'
import { ApiError, call, keyOf } from '#web/api.ts'
import { useContactCode } from '#web/parts/booking/payment/use-contact-code.ts'
import { codesOfVisitor } from '#web/parts/booking/payment/visitor-codes.ts'
import { addOnsIn } from '#web/parts/booking/summary/address.ts'
import { addDays } from '#web/parts/time/wall-clock.ts'
import { contactOf, type JoinContact, JoinContactFields } from '#web/parts/booking/waitlist/join-contact.tsx'
import { togetherOf, whereOf } from '#web/parts/booking/waitlist/entry-words.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { keepDraft, readDraft } from '#web/ui/form/draft.ts'
import { OutboxLink } from '#web/parts/verification/code-digits.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { type FormState, useForm } from '#web/ui/form/use-form.ts'

type Wanted = {
  professional: number
  service: { id: number; name: string }
  /** The services of each person. */
  people: readonly (readonly number[])[]
  /** The add-ons, as in the address. */
  add?: string | undefined
  /** The modality, if not at a place; a home by its token. */
  modality?: Modality | undefined
  home?: string | undefined
  space: number | undefined
  from: string
  signedIn: boolean
}

/** "Avísame": where nothing is free, the client gives a range of dates, and a freed slot is held for the first on the waitlist. */
export default function JoinWaitlist(wanted: Wanted) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button tone="secondary" size="small" onClick={() => setOpen(true)}>
        <Hourglass aria-hidden className="size-4.5" />
        Avísame si se abre un lugar
      </Button>
      {open ? <JoinDialog {...wanted} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

type Typed = {
  from: string
  to: string
  parts: readonly DayPart[]
} & JoinContact

/** "3-1": for the first person's service 3; "3-1-2" for the second person. */
const refOf = (key: string) => {
  const [serviceId = 0, id = 0, person] = key.split('-').map(Number)
  return { serviceId, id, ...(person === undefined ? {} : { person }) }
}

const JoinDialog = ({
  professional,
  service,
  people,
  add,
  modality,
  home,
  space,
  from,
  signedIn,
  onClose,
}: Wanted & { onClose: () => void }) => {
  // For this visit and this day: the dates of another waitlist entry do not apply.
  const draft = `waitlist-${[professional, people.map((ids) => ids.join()).join('_'), add, modality, space, from].join('/')}`
  const form = useForm<Typed>({
    initial: () => {
      const { firstName = '', email = '', phone = '' } = readDraft('contact')
      return { from, to: addDays(from, 6), parts: DayPart.options, by: 'phone', firstName, email, phone }
    },
    draft,
  })
  const waitlist = useJoinWaitlist(form.forget)
  const code = useContactCode(codesOfVisitor)
  const done = waitlist.joining.data
  return (
    <Dialog
      open
      onOpenChange={(still) => {
        if (!still) onClose()
      }}
      title={done === undefined ? 'Avísame si se abre un lugar' : 'Ya estás en la lista'}
      description={
        done === undefined
          ? `${[service.name, ...whereOf({ modality }), ...togetherOf(people.length)].join(', ')}. En cuanto se abra una hora la apartamos para ti y te escribimos: tienes ${offerWait.minutes} minutos para tomarla, o ${offerWait.soonMinutes} si faltan menos de ${offerWait.soonHours} horas.`
          : undefined
      }
    >
      {done === undefined ? (
        <Form
          className="flex flex-col gap-5"
          onSubmit={form.submit(async (typed) => {
            const contact = signedIn ? null : contactOf(typed)
            if (
              contact?.phone !== undefined &&
              !code.isConfirmed(contact.phone) &&
              !(await code.require(contact.phone))
            )
              return
            await waitlist.joining.mutateAsync({
              professional,
              service: service.id,
              more: people.flat().slice(1),
              addOns: addOnsIn(add).map(refOf),
              ...(people.length < 2 ? {} : { persons: people.map(({ length }) => length) }),
              space: space ?? null,
              modality,
              home,
              from: typed.from,
              to: typed.to,
              parts: DayPart.options.filter((part) => typed.parts.includes(part)),
              contact,
            })
          })}
        >
          <DateFields form={form} from={from} />
          <DayParts form={form} />
          {signedIn ? null : <JoinContactFields form={form} code={code} />}
          {waitlist.joining.isError ? (
            <p role="alert" className="font-medium text-chile">
              {waitlist.joining.error instanceof ApiError && waitlist.joining.error.code === 'invalid_input'
                ? 'Revisa las fechas, el horario y tus datos.'
                : waitlist.joining.error.message}
            </p>
          ) : null}
          <Button type="submit" size="large" busy={waitlist.joining.isPending}>
            Esperar un lugar
          </Button>
        </Form>
      ) : (
        <Joined done={done} onClose={onClose} signedIn={signedIn} />
      )}
    </Dialog>
  )
}

const useJoinWaitlist = (onJoined: () => void) => {
  const queryClient = useQueryClient()
  const joining = useMutation({
    mutationFn: (body: Parameters<typeof call<typeof contract.joinWaitlist>>[1]['body']) =>
      call(contract.joinWaitlist, { body }),
    onSuccess: (_, { contact }) => {
      onJoined()
      // The contact is typed once in a tab, whatever it is for.
      for (const [name, text] of Object.entries(contact ?? {}))
        if (typeof text === 'string') keepDraft('contact', name, text)
      return queryClient.invalidateQueries({ queryKey: keyOf(contract.ownWaitlist) })
    },
  })
  return { joining }
}

type Waitlist = ReturnType<typeof useJoinWaitlist>

const DateFields = ({ form, from }: { form: FormState<Typed>; from: string }) => {
  const first = form.values.from || from
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Desde">
        {(control) => <Input {...control} type="date" name="from" required {...form.text('from')} />}
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
            {...form.text('to')}
          />
        )}
      </Field>
    </div>
  )
}

const DayParts = ({ form }: { form: FormState<Typed> }) => (
  <fieldset>
    <legend className="mb-1 text-[0.9375rem] font-semibold">¿A qué hora te queda?</legend>
    <div className="flex flex-wrap gap-x-6">
      {DayPart.options.map((part) => (
        <Checkbox
          key={part}
          name={part}
          label={dayPartNames[part]}
          checked={form.values.parts.includes(part)}
          onChange={({ target: { checked } }) =>
            form.change(({ parts }) => ({
              parts: checked ? [...parts, part] : parts.filter((one) => one !== part),
            }))
          }
        />
      ))}
    </div>
  </fieldset>
)

/** The last step: a visitor confirms by the link in the email. */
const Joined = ({
  done,
  onClose,
  signedIn,
}: {
  done: NonNullable<Waitlist['joining']['data']>
  onClose: () => void
  signedIn: boolean
}) => (
  <div role="status" className="flex flex-col gap-5">
    {done.sentTo === null ? (
      <p>
        Te escribimos en cuanto se abra una hora. Tu espera está en tus reservas; ahí la dejas cuando quieras.
      </p>
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
      {done.sentTo === null ? (
        <Link
          {...(signedIn ? paths.myBookings({ tab: 'waitlist' }) : paths.guestBookings('waitlist'))}
          className="font-medium text-jacaranda underline underline-offset-4"
        >
          Ver mi lista de espera
        </Link>
      ) : null}
    </div>
  </div>
)
