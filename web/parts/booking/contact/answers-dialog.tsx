import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as contract from '#contract/booking/client/intake.ts'
import { call } from '#web/api.ts'
import { AnswerList } from '#web/parts/booking/contact/answer-list.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

type Props = { id: string; name: string; onClose: () => void }

/** The answers of one visit. Each opening is logged and shown to the client, so nothing is cached here. */
export default function AnswersDialog({ id, name, onClose }: Props) {
  const reading = useMutation({ mutationFn: () => call(contract.readForms, { params: { id } }) })
  const { mutate } = reading
  useEffect(() => mutate(), [mutate])
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`Lo que contestó ${name}`}
      description="Son datos personales: úsalos solo para atenderle. Cada lectura queda registrada y tu cliente la ve."
    >
      {reading.isError ? (
        <ErrorState text={reading.error.message} onRetry={() => mutate()} />
      ) : reading.data === undefined ? (
        <div aria-busy="true">
          <span className="sr-only">Cargando…</span>
          <Skeleton className="h-40 rounded-lg" />
        </div>
      ) : (
        <div className="flex flex-col gap-7">
          {reading.data.map((form) => (
            <section
              key={`${form.formId} ${form.person}`}
              aria-label={form.title}
              className="flex flex-col gap-3"
            >
              <h3 className="flex flex-wrap items-center gap-2 text-lg">
                {form.who === null ? form.title : `${form.title} · ${form.who}`}
                {form.sensitive ? <Badge tone="jacaranda">Salud</Badge> : null}
              </h3>
              {form.answered === null ? (
                <p className="text-muted">Todavía no lo contesta. Se lo recordamos con su cita.</p>
              ) : (
                <AnswerList {...form.answered} />
              )}
            </section>
          ))}
        </div>
      )}
    </Dialog>
  )
}
