import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import * as contract from '#contract/hiring/application.ts'
import * as fits from '#contract/hiring/fit.ts'
import type { SpaceFit } from '#contract/hiring/fit.ts'
import { ApiError, call, reading } from '#web/api.ts'
import { Requirements } from '#web/parts/hiring/requirements.tsx'
import { TermsFields } from '#web/parts/hiring/terms-fields.tsx'
import { WeekMap } from '#web/parts/hiring/week-map.tsx'
import { paths } from '#web/paths.ts'
import { hides } from '#web/parts/conversation/hides.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { TextArea } from '#web/ui/form/input.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { toast, toastError } from '#web/ui/toast.ts'

/** For a professional without an agreement here: the unmet requirements, and the application form. */
const Apply = ({ spaceId, spaceName }: { spaceId: number; spaceName: string }) => {
  const answer = useQuery(reading(fits.spaceFit, { params: { space: spaceId } }))
  const [open, setOpen] = useState(false)
  if (answer.isPending) return <Skeleton className="h-12" />
  if (answer.isLoadingError)
    return (
      <Button
        wide
        blocked={
          answer.error instanceof ApiError && answer.error.code === 'no_profile' ? (
            <>
              Guarda primero tu{' '}
              <Link
                {...paths.professionalDashboard({ tab: 'profile' })}
                className="font-semibold underline underline-offset-3"
              >
                perfil profesional
              </Link>
              .
            </>
          ) : (
            answer.error.message
          )
        }
      >
        Postularme
      </Button>
    )
  const fit = answer.data
  if (fit.applicationId !== null)
    return (
      <>
        <Link
          {...paths.spaceApplications({ application: fit.applicationId })}
          className={buttonClass({ wide: true })}
        >
          Ver mi postulación
        </Link>
        <p className="text-sm text-muted">Ya te postulaste aquí. Te avisamos cuando respondan.</p>
      </>
    )
  const byInvitation = fit.items.find(({ key, done }) => key === 'invitation' && !done)
  if (byInvitation !== undefined)
    return (
      <Button wide blocked={byInvitation.detail}>
        Postularme
      </Button>
    )
  return (
    <>
      <Button wide onClick={() => setOpen(true)}>
        {fit.draft === null ? 'Postularme' : 'Seguir con mi postulación'}
      </Button>
      <Requirements fit={fit} />
      {open ? (
        <Form fit={fit} spaceId={spaceId} spaceName={spaceName} onClose={() => setOpen(false)} />
      ) : null}
    </>
  )
}

export default Apply

const Form = ({
  fit,
  spaceId,
  spaceName,
  onClose,
}: {
  fit: SpaceFit
  spaceId: number
  spaceName: string
  onClose: () => void
}) => {
  const { form, sending, saving } = useApplication(fit, spaceId, onClose)
  const lacking = fit.items.filter(({ done }) => !done)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      error={sending.error ?? saving.error}
      title={`Postularme a ${spaceName}`}
      description="Propón cómo quieres trabajar aquí. Postularte no cuesta."
      actions={
        <>
          <Button
            tone="secondary"
            busy={saving.isPending}
            onClick={() => {
              sending.reset()
              saving.mutate()
            }}
          >
            Guardar borrador
          </Button>
          <Button
            busy={sending.isPending}
            blocked={
              fit.ready ? undefined : (lacking[0]?.detail ?? 'Falta algo de lo que pide este espacio.')
            }
            onClick={() => {
              saving.reset()
              sending.mutate()
            }}
          >
            Enviar postulación
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-6">
        <TermsFields
          terms={form.values.terms}
          onChange={form.pick('terms').onChange}
          categories={fit.categories}
          spaceHours={fit.spaceHours}
          mayAsk={false}
        />
        <WeekMap spaceHours={fit.spaceHours} windows={form.values.terms.windows} occupancy={null} />
        <NumberField
          kind="hours"
          label="Horas que usarías por semana"
          name="expected"
          to={168 * 60}
          {...form.pick('expected')}
        />
        <Field
          label="Mensaje"
          required={false}
          hint={`Cuéntales qué haces y por qué su espacio. ${hides.untilAgreed}`}
        >
          {(control) => (
            <TextArea {...control} name="message" rows={4} maxLength={1000} {...form.text('message')} />
          )}
        </Field>
      </div>
    </Dialog>
  )
}

/** The application form: saved as a draft or sent. */
const useApplication = (fit: SpaceFit, spaceId: number, onClose: () => void) => {
  const queryClient = useQueryClient()
  const form = useForm({
    initial: () => ({
      terms: fit.draft?.terms ?? fit.terms,
      message: fit.draft?.message ?? '',
      expected: fit.draft === null ? 600 : fit.draft.expectedMinutes,
    }),
  })
  const again = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['/api', 'applications'] }),
      queryClient.invalidateQueries({ queryKey: ['/api', 'agreements'] }),
    ])
  const save = () => {
    const { terms, message, expected } = form.values
    return call(contract.addApplication, { body: { spaceId, terms, message, expectedMinutes: expected } })
  }
  const sending = useMutation({
    mutationFn: async () => {
      const { id, version } = await save()
      return call(contract.submitApplication, { params: { id }, body: { version } })
    },
    onSuccess: async () => {
      onClose()
      toast('Postulación enviada', 'El espacio tiene 72 horas para responder.', 'good')
      await again()
    },
    onError: async (problem) => {
      toastError('No se envió', problem.message)
      await again()
    },
  })
  const saving = useMutation({
    mutationFn: save,
    onSuccess: async () => {
      onClose()
      toast('Borrador guardado', 'Lo encuentras en Mis postulaciones.', 'good')
      await again()
    },
    onError: (problem) => toastError('No se guardó', problem.message),
  })
  return { form, sending, saving }
}
