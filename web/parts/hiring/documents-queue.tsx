import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileCheck2, FileText } from 'lucide-react'
import { useState } from 'react'
import * as contract from '#contract/hiring/document.ts'
import { documentLabel, type WaitingDocument } from '#contract/hiring/document.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { call, keyOf, reading } from '#web/api.ts'
import { Due, ReasonDialog } from '#web/parts/space/decision.tsx'
import { NoticeTime } from '#web/parts/notification/notice.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { forgetDraft } from '#web/ui/form/draft.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'
import { toast } from '#web/ui/toast.ts'

/** Professionals' documents that wait for review, oldest first; staff open and decide each. */
export default function DocumentsQueue() {
  const answer = useQuery({ ...reading(contract.waitingDocuments), refetchInterval: minuteMs, retry: false })
  if (answer.isPending)
    return (
      <div aria-busy="true" className="flex flex-col gap-4">
        <span className="sr-only">Cargando los documentos…</span>
        <Skeleton className="h-56 rounded-lg" />
      </div>
    )
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => void answer.refetch()} />
  if (answer.data.length === 0)
    return (
      <EmptyState
        icon={<FileCheck2 />}
        title="Ningún documento espera"
        text="Cuando un profesional suba su cédula, una constancia o su identificación, la revisas aquí."
      />
    )
  return (
    <ul className="grid gap-6 lg:grid-cols-2">
      {answer.data.map((item) => (
        <li key={item.id}>
          <Waiting item={item} />
        </li>
      ))}
    </ul>
  )
}

type Decision = { decision: 'accept'; validTo?: string } | { decision: 'reject'; reason: string }

const Waiting = ({ item }: { item: WaitingDocument }) => {
  const queryClient = useQueryClient()
  const form = useForm({ initial: () => ({ validTo: item.validTo ?? '' }) })
  const { validTo } = form.values
  const [refusing, setRefusing] = useState(false)
  const name = documentLabel(item.kind)
  const draftKey = `paper-${item.id}`
  const deciding = useMutation({
    mutationFn: (body: Decision) => call(contract.reviewDocument, { params: { id: item.id }, body }),
    onSuccess: (_, { decision }) => {
      forgetDraft(draftKey)
      setRefusing(false)
      toast(
        decision === 'accept' ? 'Documento aceptado' : 'Documento rechazado',
        'Ya se lo avisamos.',
        'good',
      )
      return queryClient.invalidateQueries({ queryKey: keyOf(contract.waitingDocuments) })
    },
  })
  const title = `paper-${item.id}`
  return (
    <Card className="flex h-full flex-col gap-5">
      <article aria-labelledby={title} className="flex grow flex-col gap-5">
        <header className="flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0">
            <h2 id={title} className="text-xl">
              {name}
            </h2>
            <p className="text-muted">
              <Link
                {...paths.professional(item.professionalId)}
                className="font-medium text-ink underline underline-offset-4"
              >
                {item.professionalName}
              </Link>{' '}
              · <NoticeTime at={item.uploadedAt} />
            </p>
          </div>
          <Due at={item.dueAt} />
        </header>
        <p className="flex flex-wrap items-center gap-x-5 gap-y-1">
          <a
            href={`/api/professional/documents/${item.id}/file`}
            className="inline-flex min-h-11 items-center gap-2 font-medium underline underline-offset-4"
          >
            <FileText aria-hidden className="size-4.5 shrink-0" />
            Abrir el archivo<span className="sr-only"> de {item.professionalName}</span>
          </a>
          {item.number === '' ? null : <span className="figures text-muted">Núm. {item.number}</span>}
        </p>
        <Field
          label="Vigente hasta"
          required={false}
          hint="Sin fecha, vale hasta que se suba otro."
          {...(deciding.isError && !refusing ? { error: deciding.error.message } : {})}
        >
          {(control) => <Input {...control} type="date" {...form.text('validTo')} />}
        </Field>
        <div className="mt-auto flex flex-wrap gap-3 border-t border-line pt-4">
          <Button
            size="small"
            busy={deciding.isPending}
            onClick={() => deciding.mutate({ decision: 'accept', ...(validTo === '' ? {} : { validTo }) })}
          >
            Aceptar
          </Button>
          <Button size="small" tone="secondary" onClick={() => setRefusing(true)}>
            Rechazar con motivo
          </Button>
        </div>
      </article>
      {refusing ? (
        <ReasonDialog
          title={`Rechazar: ${name}`}
          description={`${item.professionalName} lee este motivo tal como lo escribas.`}
          label="Rechazar documento"
          most={300}
          busy={deciding.isPending}
          problem={deciding.error?.message}
          draftKey={draftKey}
          onClose={() => setRefusing(false)}
          onReason={(reason) => deciding.mutate({ decision: 'reject', reason })}
        />
      ) : null}
    </Card>
  )
}
