import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Flag } from 'lucide-react'
import { useState } from 'react'
import * as messageReport from '#contract/conversation/message-report.ts'
import { type ReportedMessage, reportReasons } from '#contract/conversation/message-report.ts'
import { call, keyOf, reading } from '#web/api.ts'
import { NoticeTime } from '#web/parts/notification/notice.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { toast, toastError } from '#web/ui/toast.ts'

/** Not refetched automatically: each view of others' messages is logged. */
const queueReading = { ...reading(messageReport.reportQueue), refetchOnWindowFocus: false, retry: false }

/** Reported messages with their context, for staff to decide. */
export default function Reports() {
  const answer = useQuery(queueReading)
  if (answer.isPending)
    return (
      <div aria-busy="true" className="flex flex-col gap-4">
        <span className="sr-only">Cargando los reportes…</span>
        <Skeleton className="h-56 rounded-lg" />
      </div>
    )
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => void answer.refetch()} />
  if (answer.data.reports.length === 0)
    return (
      <EmptyState
        icon={<Flag />}
        title="Ningún reporte espera"
        text="Cuando alguien reporte un mensaje, lo lees aquí con lo que se dijo alrededor."
      />
    )
  return (
    <ul className="flex flex-col gap-6">
      {answer.data.reports.map((report) => (
        <li key={report.id}>
          <Report of={report} />
        </li>
      ))}
    </ul>
  )
}

const Report = ({ of: one }: { of: ReportedMessage }) => {
  const queryClient = useQueryClient()
  const deciding = useMutation({
    mutationFn: (remove: boolean) =>
      call(messageReport.decideReport, { params: { id: one.id }, body: { remove } }),
    onSuccess: (_, remove) => toast(remove ? 'Mensaje retirado' : 'El mensaje se queda', undefined, 'good'),
    onError: (problem) => toastError('Error', problem.message),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(messageReport.reportQueue) }),
  })
  return (
    <Card className="flex flex-col gap-4">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 className="text-xl">
            {one.reporter} reportó a {one.author}
          </h2>
          <p className="text-muted">
            {one.title} · <NoticeTime at={one.at} />
          </p>
        </div>
        <Badge tone="chile">{reportReasons[one.reason]}</Badge>
      </header>
      {one.note === '' ? null : <p className="border-l-4 border-line px-4 py-1">{one.note}</p>}
      <ol className="flex flex-col gap-2">
        {one.messages.map((message) => (
          <li
            key={message.id}
            className={classNames(
              'rounded-md px-3.5 py-2',
              message.reported ? 'border border-chile bg-chile-soft' : 'bg-sunk',
            )}
          >
            <p className="text-sm font-semibold">
              {message.by}
              {message.reported ? <span className="text-chile"> · reportado</span> : null}
            </p>
            {message.isPhoto ? (
              <ReportedPhoto report={one.id} message={message} />
            ) : (
              <p className="wrap-anywhere whitespace-pre-wrap">
                {message.text === '' ? 'Retirado' : message.text}
              </p>
            )}
          </li>
        ))}
      </ol>
      <FormError of={deciding.error} />
      <div className="flex flex-wrap gap-3 border-t border-line pt-4">
        <Button tone="danger" size="small" busy={deciding.isPending} onClick={() => deciding.mutate(true)}>
          Retirar el mensaje
        </Button>
        <Button
          tone="secondary"
          size="small"
          busy={deciding.isPending}
          onClick={() => deciding.mutate(false)}
        >
          Dejarlo
        </Button>
      </div>
    </Card>
  )
}

/** Shown on request: not everyone wants to see a reported photo, and each view is logged. */
const ReportedPhoto = ({
  report,
  message,
}: {
  report: number
  message: ReportedMessage['messages'][number]
}) => {
  const [shown, show] = useState(false)
  if (!shown)
    return (
      <Button tone="secondary" size="small" onClick={() => show(true)}>
        Ver la foto<span className="sr-only"> de {message.by}</span>
      </Button>
    )
  return (
    <a
      href={messageReport.reportedPhotoPath(report, message.id, 'large')}
      target="_blank"
      rel="noreferrer"
      className="block w-fit"
    >
      <img
        src={messageReport.reportedPhotoPath(report, message.id, 'small')}
        alt={`Foto que envió ${message.by}`}
        className="max-h-80 w-auto max-w-full rounded-md bg-raised object-contain"
      />
    </a>
  )
}
