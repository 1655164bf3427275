import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Zap } from 'lucide-react'
import * as autoApproves from '#contract/hiring/auto-approve.ts'
import type { AutoApprove, AutoApproveRule } from '#contract/hiring/auto-approve.ts'
import { documentLabel, personalDocumentKinds } from '#contract/hiring/document.ts'
import { call, keyOf, reading } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { toast, toastError } from '#web/ui/toast.ts'

const fresh: AutoApproveRule = {
  minimumLevel: 2,
  minimumRating: 4.5,
  documents: [],
  spaceIds: [],
  outcome: 'trial',
}

/** The professionals that the app approves on a host's behalf. */
export const AutoRules = () => {
  const answer = useQuery(reading(autoApproves.autoApprove))
  if (answer.isPending) return <Skeleton className="h-40 rounded-lg" />
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
  return <Editor key={answer.data.version} saved={answer.data} />
}

const Editor = ({ saved }: { saved: AutoApprove }) => {
  const queryClient = useQueryClient()
  const form = useForm({ initial: () => ({ rules: saved.rules }) })
  const { rules } = form.values
  const saving = useMutation({
    mutationFn: () => call(autoApproves.saveAutoApprove, { body: { rules, version: saved.version } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: keyOf(autoApproves.autoApprove) })
      toast('Reglas guardadas', 'Valen para las postulaciones que lleguen desde ahora.', 'good')
    },
    onError: (problem) => {
      toastError('No se pudo guardar', problem.message)
      void queryClient.invalidateQueries({ queryKey: keyOf(autoApproves.autoApprove) })
    },
  })
  const put = (index: number, change: Partial<AutoApproveRule>) =>
    form.put({ rules: rules.map((one, at) => (at === index ? { ...one, ...change } : one)) })
  const changed = JSON.stringify(rules) !== JSON.stringify(saved.rules)
  return (
    <div className="flex flex-col gap-5">
      <p className="measure text-muted">
        Quien cumpla una regla completa y proponga tu precio o más entra al momento, sin que tengas que
        responder. Las demás postulaciones te esperan como siempre.
      </p>
      {rules.length === 0 ? (
        <EmptyState
          icon={<Zap />}
          title="Sin reglas automáticas"
          text="Por ejemplo: nivel 2 o más, con cédula y 4.5 estrellas, entra a prueba por 30 días."
        />
      ) : (
        <ol className="flex flex-col gap-4">
          {rules.map((rule, index) => (
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index} className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-5">
              <RuleFields rule={rule} onChange={(change) => put(index, change)} />
              <Button
                tone="quiet"
                size="small"
                className="self-start"
                onClick={() => form.put({ rules: rules.filter((_, at) => at !== index) })}
              >
                Quitar regla<span className="sr-only"> {index + 1}</span>
              </Button>
            </li>
          ))}
        </ol>
      )}
      <FormError of={saving.error} />
      <div className="flex flex-wrap items-start gap-3">
        <Button
          busy={saving.isPending}
          blocked={changed ? undefined : 'No hay cambios por guardar.'}
          onClick={() => saving.mutate()}
        >
          Guardar reglas
        </Button>
        <Button
          tone="secondary"
          blocked={rules.length >= 5 ? 'Cinco reglas son el máximo.' : undefined}
          onClick={() => form.put({ rules: [...rules, fresh] })}
        >
          Agregar regla
        </Button>
      </div>
    </div>
  )
}

const RuleFields = ({
  rule,
  onChange,
}: {
  rule: AutoApproveRule
  onChange: (change: Partial<AutoApproveRule>) => void
}) => (
  <>
    <div className="grid gap-4 sm:grid-cols-3">
      <Field label="Verificación">
        {(control) => (
          <Select
            {...control}
            value={rule.minimumLevel}
            onChange={({ target }) => onChange({ minimumLevel: Number(target.value) })}
          >
            {['Cualquiera', 'Nivel 1 o más', 'Nivel 2 o más', 'Nivel 3'].map((text, level) => (
              <option key={text} value={level}>
                {text}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Calificación">
        {(control) => (
          <Select
            {...control}
            value={rule.minimumRating ?? ''}
            onChange={({ target }) =>
              onChange({ minimumRating: target.value === '' ? null : Number(target.value) })
            }
          >
            <option value="">Cualquiera</option>
            {[4, 4.5, 4.8].map((rating) => (
              <option key={rating} value={rating}>
                {rating} o más
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Entonces">
        {(control) => (
          <Select
            {...control}
            value={rule.outcome}
            onChange={({ target }) => onChange({ outcome: target.value === 'approve' ? 'approve' : 'trial' })}
          >
            <option value="trial">Aprobar a prueba 30 días</option>
            <option value="approve">Aprobar</option>
          </Select>
        )}
      </Field>
    </div>
    <fieldset>
      <legend className="text-[0.9375rem] font-semibold">Con estos documentos vigentes</legend>
      <div className="flex flex-wrap gap-x-6">
        {personalDocumentKinds.map((kind) => (
          <Checkbox
            key={kind}
            label={documentLabel(kind)}
            checked={rule.documents.includes(kind)}
            onChange={({ target }) =>
              onChange({
                documents: target.checked
                  ? [...rule.documents, kind]
                  : rule.documents.filter((one) => one !== kind),
              })
            }
          />
        ))}
      </div>
    </fieldset>
  </>
)
