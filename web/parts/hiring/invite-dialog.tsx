import { hostFit } from '#contract/search/public-page.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import * as contract from '#contract/hiring/invitation.ts'
import { placeName } from '#contract/places/place-name.ts'
import type { Space } from '#contract/space/space.ts'
import { hostVacancies, type HostVacancy } from '#contract/hiring/vacancy.ts'
import { ApiError, call, keyOf, reading } from '#web/api.ts'
import { hides } from '#web/parts/conversation/hides.ts'
import { refreshInvitations } from '#web/parts/hiring/reading.ts'
import { TermsList } from '#web/parts/hiring/terms.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input, TextArea } from '#web/ui/form/input.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { toast } from '#web/ui/toast.ts'
import {
  type InvitationTarget,
  useInvitationTerms,
  type InvitationTerms,
  InvitationTermsFields,
} from '#web/parts/hiring/invitation-terms.tsx'

/**
 * An invitation: the space and its terms, or a vacancy with its own, and a message. It cannot be changed once sent. Without a target it is
 * sent to an email address.
 */
export const InviteDialog = ({
  target,
  spaces,
  spaceId,
  vacancyId,
  onClose,
}: {
  target: InvitationTarget | null
  spaces: readonly Space[]
  spaceId: number
  /** Preselected; can be changed. */
  vacancyId?: number | undefined
  onClose: () => void
}) => {
  const draft = `invite-${target?.professionalId ?? 'mail'}`
  const { offered, subject, choose, vacancy, space } = useSubject(target, spaces, spaceId, vacancyId)
  const form = useForm({ initial: { email: '', message: '' }, draft })
  const terms = useInvitationTerms(space, target, draft)
  const sending = useSendInvitation(target, vacancy, () => {
    form.forget()
    onClose()
  })
  const blocked = vacancy === undefined ? terms.problem : undefined
  const id = 'invitar'
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
          <Button type="submit" form={id} busy={sending.isPending} blocked={blocked}>
            Enviar invitación
          </Button>
        </>
      }
    >
      <Form
        id={id}
        aria-label="Invitación"
        className="flex flex-col gap-5"
        onSubmit={form.submit((typed) =>
          blocked === undefined
            ? sending.mutateAsync({ ...typed, spaceId: space?.id, terms: terms.body })
            : undefined,
        )}
      >
        {target === null ? <EmailField control={form.text('email')} /> : null}
        <SubjectField
          value={vacancy === undefined ? `space ${space?.id}` : subject}
          spaces={spaces}
          vacancies={offered}
          onChange={(next) => {
            choose(next)
            terms.followSpace(spaces.find(({ id }) => next === `space ${id}`))
          }}
        />
        {vacancy === undefined ? (
          <InvitationTermsFields terms={terms} space={space} />
        ) : (
          <VacancyOffer vacancy={vacancy} />
        )}
        <Field
          label="Mensaje"
          required={false}
          hint={`${form.values.message.length} de 500. ${hides.untilAgreed}`}
        >
          {(control) => (
            <TextArea {...control} name="message" rows={3} maxLength={500} {...form.text('message')} />
          )}
        </Field>
        {sending.isError ? (
          <p role="alert" className="font-medium text-chile">
            {problemText(sending.error, vacancy)}
          </p>
        ) : null}
      </Form>
    </Dialog>
  )
}

const useSendInvitation = (
  target: InvitationTarget | null,
  vacancy: HostVacancy | undefined,
  onSent: () => void,
) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({
      email,
      message,
      spaceId,
      terms,
    }: {
      email: string
      message: string
      spaceId: number | undefined
      terms: InvitationTerms['body']
    }) =>
      call(contract.sendInvitation, {
        body: {
          ...(target === null ? { email } : { professionalId: target.professionalId }),
          ...(vacancy === undefined ? { spaceId, terms: terms() } : { vacancyId: vacancy.id }),
          message,
        },
      }),
    onSuccess: async (_, { email }) => {
      toast('Invitación enviada', target === null ? `A ${email}` : `A ${target.name}`, 'good')
      onSent()
      await refreshInvitations(queryClient)
      await queryClient.invalidateQueries({ queryKey: keyOf(hostFit) })
      if (vacancy !== undefined) await queryClient.invalidateQueries({ queryKey: keyOf(hostVacancies) })
    },
  })
}

const problemText = (problem: Error, vacancy: HostVacancy | undefined) => {
  const code = problem instanceof ApiError ? problem.code : undefined
  if (code === 'application_open') return 'Ya se postuló a esta vacante: respóndele en tus solicitudes.'
  if (code !== 'invalid_input') return problem.message
  return vacancy === undefined
    ? 'Revisa el correo, la renta y el horario.'
    : 'Revisa el correo, y que la vacante no termine antes de los 14 días que tiene para responder.'
}

/** A space with its own terms, or a published vacancy. */
const SubjectField = ({
  value,
  spaces,
  vacancies,
  onChange,
}: {
  /** `space 3` or `vacancy 4`. */
  value: string
  spaces: readonly Space[]
  vacancies: readonly HostVacancy[]
  onChange: (value: string) => void
}) => (
  <Field label="Espacio o vacante">
    {(control) => (
      <Select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
        <optgroup label="Espacios">
          {spaces.map((one) => (
            <option key={one.id} value={`space ${one.id}`}>
              {placeName(one)}
            </option>
          ))}
        </optgroup>
        {vacancies.length === 0 ? null : (
          <optgroup label="Vacantes publicadas">
            {vacancies.map((one) => (
              <option key={one.id} value={`vacancy ${one.id}`}>
                {one.title} · {one.space.name}
              </option>
            ))}
          </optgroup>
        )}
      </Select>
    )}
  </Field>
)

const VacancyOffer = ({ vacancy }: { vacancy: HostVacancy }) => (
  <section className="rounded-md bg-sunk p-4">
    <h3 className="text-base font-semibold">Lo que ofrece la vacante</h3>
    <TermsList terms={vacancy.terms} />
    <p className="mt-2 text-sm text-muted">
      {vacancy.openings - vacancy.filled === 1
        ? 'Queda un lugar: si acepta, la vacante se cubre.'
        : `Quedan ${vacancy.openings - vacancy.filled} lugares: si acepta, ocupa uno.`}
    </p>
  </section>
)

/** Published, with a place left, for a category of the invited professional. */
const mayInviteTo = (one: HostVacancy, target: InvitationTarget | null) =>
  one.moves.some(({ move, allowed }) => move === 'invite' && allowed) &&
  one.filled < one.openings &&
  (target === null || target.categories.includes(one.category))

const EmailField = ({ control: text }: { control: Pick<ComponentProps<'input'>, 'value' | 'onChange'> }) => (
  <Field
    label="Correo"
    required
    hint="Recibe un enlace personal. Si no tiene cuenta, la crea y regresa a tu invitación."
  >
    {(control) => (
      <Input {...control} name="email" type="email" autoComplete="off" maxLength={200} {...text} />
    )}
  </Field>
)

/** What the invitation offers: a space (`space 3`) or a published vacancy (`vacancy 4`). */
const useSubject = (
  target: InvitationTarget | null,
  spaces: readonly Space[],
  spaceId: number,
  vacancyId: number | undefined,
) => {
  const vacancies = useQuery(reading(hostVacancies))
  const offered = (vacancies.data ?? []).filter((one) => mayInviteTo(one, target))
  const [subject, setSubject] = useState(
    vacancyId === undefined ? `space ${spaceId}` : `vacancy ${vacancyId}`,
  )
  const vacancy = offered.find(({ id }) => subject === `vacancy ${id}`)
  const space =
    spaces.find(({ id }) => subject === `space ${id}`) ?? spaces.find(({ id }) => id === spaceId) ?? spaces[0]
  return { offered, subject, choose: setSubject, vacancy, space }
}
