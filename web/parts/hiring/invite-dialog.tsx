import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AgreementRent } from '#contract/hiring/agreement-terms.ts'
import { categories, type Category, isCategory } from '#contract/professional/categories.ts'
import * as contract from '#contract/hiring/invitation.ts'
import { placeName } from '#contract/places/place-name.ts'
import { hostFit } from '#contract/search/public-page.ts'
import type { Space } from '#contract/space/space.ts'
import { hostVacancies, type HostVacancy } from '#contract/hiring/vacancy.ts'
import { ApiError, call, keyOf, reading } from '#web/api.ts'
import { hides } from '#web/parts/conversation/hides.ts'
import { RentFields } from '#web/parts/hiring/rent-fields.tsx'
import { Days } from '#web/parts/hiring/days.tsx'
import { refreshInvitations } from '#web/parts/hiring/reading.ts'
import { TermsList } from '#web/parts/hiring/terms.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { forgetDraft } from '#web/ui/form/draft.ts'
import { Field, Input, TextArea } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { toast } from '#web/ui/toast.ts'

type Target = {
  professionalId: number
  name: string
  categories: readonly Category[]
  freeDays: readonly number[]
}

/**
 * Choose the space and the terms, or a vacancy with its own, and a few words. What is sent stands as it is. Without a target
 * it goes to an address.
 */
export const InviteDialog = ({
  target,
  spaces,
  spaceId,
  vacancyId,
  onClose,
}: {
  target: Target | null
  spaces: readonly Space[]
  spaceId: number
  /** Chosen already; another may be. */
  vacancyId?: number | undefined
  onClose: () => void
}) => {
  const queryClient = useQueryClient()
  const draft = `invite-${target?.professionalId ?? 'mail'}`
  const vacancies = useQuery(reading(hostVacancies))
  const offered = (vacancies.data ?? []).filter((one) => mayInviteTo(one, target))
  const [asked, setAsked] = useState(vacancyId === undefined ? `space ${spaceId}` : `vacancy ${vacancyId}`)
  const vacancy = offered.find(({ id }) => asked === `vacancy ${id}`)
  const space =
    spaces.find(({ id }) => asked === `space ${id}`) ?? spaces.find(({ id }) => id === spaceId) ?? spaces[0]
  const [typed, setTyped] = useState({
    email: '',
    when: 'always',
    from: '09:00',
    to: '19:00',
    months: '',
    trial: '',
    notice: '7',
    message: '',
  })
  const [rent, setRent] = useState<AgreementRent>({
    kind: 'per_hour',
    ratePerHourCents: space?.pricePerHourCents ?? 150_00,
  })
  const [days, setDays] = useState<readonly number[]>(target?.freeDays ?? [1, 2, 3, 4, 5])
  /** What may be done at the space, of what this person does. */
  const listed = Object.keys(categories)
    .filter(isCategory)
    .filter(
      (category) =>
        (target === null || target.categories.includes(category)) &&
        (space === undefined || space.categories.length === 0 || space.categories.includes(category)),
    )
  const [meant, setMeant] = useState<readonly Category[]>(target?.categories ?? [])
  const put = (name: keyof typeof typed) => (event: { target: { value: string } }) =>
    setTyped({ ...typed, [name]: event.target.value })
  const ownTerms = () => ({
    rent,
    windows:
      typed.when === 'always'
        ? null
        : days.map((weekday) => ({
            weekday,
            fromMinute: minuteIn(typed.from),
            toMinute: minuteIn(typed.to),
          })),
    categories: meant.filter((category) => listed.includes(category)),
    trial: typed.trial === '' ? null : { kind: 'days' as const, days: Number(typed.trial) },
    validTo: typed.months === '' ? null : monthsAhead(Number(typed.months)),
    noticeDays: Number(typed.notice),
  })
  const sending = useMutation({
    mutationFn: () =>
      call(contract.sendInvitation, {
        body: {
          ...(target === null ? { email: typed.email } : { professionalId: target.professionalId }),
          ...(vacancy === undefined ? { spaceId: space?.id, terms: ownTerms() } : { vacancyId: vacancy.id }),
          message: typed.message,
        },
      }),
    onSuccess: async () => {
      forgetDraft(draft)
      toast('Invitación enviada', target === null ? `A ${typed.email}` : `A ${target.name}`, 'good')
      onClose()
      await refreshInvitations(queryClient)
      await queryClient.invalidateQueries({ queryKey: keyOf(hostFit) })
      if (vacancy !== undefined) await queryClient.invalidateQueries({ queryKey: keyOf(hostVacancies) })
    },
  })
  const wrong =
    vacancy === undefined &&
    typed.when === 'days' &&
    (days.length === 0 || minuteIn(typed.from) >= minuteIn(typed.to))
      ? 'Elige al menos un día y una hora de cierre posterior a la de apertura.'
      : vacancy === undefined && target !== null && listed.length === 0
        ? `En este espacio no se da nada de lo que ofrece ${target.name}.`
        : undefined
  const form = 'invitar'
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={target === null ? 'Invitar por correo' : `Invitar a ${target.name}`}
      description="Lo que envíes queda como está: si acepta, es el convenio. Tiene 14 días para responder."
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" form={form} busy={sending.isPending} blocked={wrong}>
            Enviar invitación
          </Button>
        </>
      }
    >
      <Form
        id={form}
        draft={draft}
        aria-label="Invitación"
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (wrong === undefined && !sending.isPending) sending.mutate()
        }}
      >
        {target === null ? (
          <Field
            label="Correo"
            required
            hint="Recibe un enlace personal. Si no tiene cuenta, la crea y regresa a tu invitación."
          >
            {(control) => (
              <Input
                {...control}
                name="email"
                type="email"
                autoComplete="off"
                maxLength={200}
                value={typed.email}
                onChange={put('email')}
              />
            )}
          </Field>
        ) : null}
        <Field label="Espacio o vacante">
          {(control) => (
            <Select
              {...control}
              value={vacancy === undefined ? `space ${space?.id}` : asked}
              onChange={({ target: { value } }) => {
                const price = spaces.find(({ id }) => value === `space ${id}`)?.pricePerHourCents
                setAsked(value)
                if (price !== undefined && rent.kind === 'per_hour')
                  setRent({ kind: 'per_hour', ratePerHourCents: price })
                // A chair belongs to the space that it stands in.
                if (rent.kind === 'fixed') setRent({ ...rent, unit: null })
              }}
            >
              <optgroup label="Espacios">
                {spaces.map((one) => (
                  <option key={one.id} value={`space ${one.id}`}>
                    {placeName(one)}
                  </option>
                ))}
              </optgroup>
              {offered.length === 0 ? null : (
                <optgroup label="Vacantes publicadas">
                  {offered.map((one) => (
                    <option key={one.id} value={`vacancy ${one.id}`}>
                      {one.title} · {one.space.name}
                    </option>
                  ))}
                </optgroup>
              )}
            </Select>
          )}
        </Field>
        {vacancy === undefined ? (
          <>
            <RentFields
              rent={rent}
              onChange={setRent}
              hourlyCents={space?.pricePerHourCents}
              units={space?.units}
            />
            {rent.kind === 'fixed' ? (
              <p className="text-sm text-muted">
                Con renta fija será parte del equipo.
                {rent.unit === null ? ' Si no dices cuál es su lugar, te lo pedimos cuando acepte.' : ''}
              </p>
            ) : null}
            <Field label="Horario">
              {(control) => (
                <Select {...control} name="when" value={typed.when} onChange={put('when')}>
                  <option value="always">Siempre que el espacio esté abierto</option>
                  <option value="days">Solo algunos días y horas</option>
                </Select>
              )}
            </Field>
            {typed.when === 'days' ? (
              <fieldset className="flex flex-col gap-3 rounded-md bg-sunk p-4">
                <legend className="sr-only">Días y horas</legend>
                <Days chosen={days} onChange={setDays} />
                <div className="grid grid-cols-2 gap-3">
                  <Field label="Desde">
                    {(control) => (
                      <Input
                        {...control}
                        name="from"
                        type="time"
                        step={900}
                        value={typed.from}
                        onChange={put('from')}
                      />
                    )}
                  </Field>
                  <Field label="Hasta">
                    {(control) => (
                      <Input
                        {...control}
                        name="to"
                        type="time"
                        step={900}
                        value={typed.to}
                        onChange={put('to')}
                      />
                    )}
                  </Field>
                </div>
              </fieldset>
            ) : null}
            <fieldset>
              <legend className="text-[0.9375rem] font-semibold">Qué puede hacer ahí</legend>
              <p className="text-sm text-muted">Sin marcar ninguna: todo lo que ofrece.</p>
              <div className="grid grid-cols-2">
                {listed.map((category) => (
                  <Checkbox
                    key={category}
                    label={categories[category]}
                    checked={meant.includes(category)}
                    onChange={(event) =>
                      setMeant(
                        event.target.checked ? [...meant, category] : meant.filter((one) => one !== category),
                      )
                    }
                  />
                ))}
              </div>
            </fieldset>
            <div className="grid gap-4 sm:grid-cols-3">
              <Field label="Duración">
                {(control) => (
                  <Select {...control} name="months" value={typed.months} onChange={put('months')}>
                    <option value="">Sin término</option>
                    <option value="3">3 meses</option>
                    <option value="6">6 meses</option>
                    <option value="12">1 año</option>
                  </Select>
                )}
              </Field>
              <Field label="A prueba">
                {(control) => (
                  <Select {...control} name="trial" value={typed.trial} onChange={put('trial')}>
                    <option value="">No</option>
                    <option value="15">15 días</option>
                    <option value="30">30 días</option>
                    <option value="60">60 días</option>
                  </Select>
                )}
              </Field>
              <Field label="Aviso para terminar">
                {(control) => (
                  <Select {...control} name="notice" value={typed.notice} onChange={put('notice')}>
                    <option value="7">7 días</option>
                    <option value="15">15 días</option>
                    <option value="30">30 días</option>
                  </Select>
                )}
              </Field>
            </div>
          </>
        ) : (
          <section className="rounded-md bg-sunk p-4">
            <h3 className="text-base font-semibold">Lo que ofrece la vacante</h3>
            <TermsList terms={vacancy.terms} />
            <p className="mt-2 text-sm text-muted">
              {vacancy.openings - vacancy.filled === 1
                ? 'Queda un lugar: si acepta, la vacante se cubre.'
                : `Quedan ${vacancy.openings - vacancy.filled} lugares: si acepta, ocupa uno.`}
            </p>
          </section>
        )}
        <Field label="Mensaje" required={false} hint={`${typed.message.length} de 500. ${hides.untilAgreed}`}>
          {(control) => (
            <TextArea
              {...control}
              name="message"
              rows={3}
              maxLength={500}
              value={typed.message}
              onChange={put('message')}
            />
          )}
        </Field>
        {sending.isError ? (
          <p role="alert" className="font-medium text-chile">
            {sending.error instanceof ApiError && sending.error.code === 'invalid_input'
              ? vacancy === undefined
                ? 'Revisa el correo, la renta y el horario.'
                : 'Revisa el correo, y que la vacante no termine antes de los 14 días que tiene para responder.'
              : sending.error instanceof ApiError && sending.error.code === 'application_open'
                ? 'Ya se postuló a esta vacante: respóndele en tus solicitudes.'
                : sending.error.message}
          </p>
        ) : null}
      </Form>
    </Dialog>
  )
}

/** On the street, with a place left, for what this person does. */
const mayInviteTo = (one: HostVacancy, target: Target | null) =>
  one.moves.some(({ move, allowed }) => move === 'invite' && allowed) &&
  one.filled < one.openings &&
  (target === null || target.categories.includes(one.category))

const minuteIn = (clock: string) => {
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  return hour * 60 + minute
}
const monthsAhead = (months: number) => {
  const at = new Date()
  at.setUTCMonth(at.getUTCMonth() + months)
  return at.toISOString().slice(0, 10)
}
