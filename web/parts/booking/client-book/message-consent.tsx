import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as contract from '#contract/booking/client/message-consent.ts'
import type { MessageConsent as Shown } from '#contract/booking/client/message-consent.ts'
import { lapsedClients } from '#contract/booking/client/win-back.ts'
import { call, keyOf, reading } from '#web/api.ts'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/** Whether the client agreed to be invited back: given on Kalli, or to the professional and recorded here. */
export const MessageConsent = ({ clientId, firstName }: { clientId: number; firstName: string }) => {
  const answer = useQuery(reading(contract.messageConsent, { params: { id: clientId } }))
  return (
    <section aria-labelledby="message-consent" className="flex flex-col gap-2">
      <h2 id="message-consent" className="text-xl">
        Mensajes para volver
      </h2>
      {answer.isPending ? (
        <Skeleton className="h-12 rounded-lg" />
      ) : answer.data === undefined ? (
        <ErrorState text={answer.error?.message ?? ''} onRetry={() => void answer.refetch()} />
      ) : answer.data.consent === null ? (
        <NotAgreed clientId={clientId} firstName={firstName} />
      ) : (
        <Agreed clientId={clientId} firstName={firstName} consent={answer.data.consent} />
      )}
    </section>
  )
}

const useConsent = (clientId: number, what: 'record' | 'end') => {
  const queryClient = useQueryClient()
  const params = { id: clientId }
  return useMutation({
    mutationFn: () =>
      what === 'record'
        ? call(contract.recordMessageConsent, { params, body: { agreed: true } })
        : call(contract.endMessageConsent, { params }),
    onSuccess: async (consent) => {
      queryClient.setQueryData(reading(contract.messageConsent, { params }).queryKey, consent)
      await queryClient.invalidateQueries({ queryKey: keyOf(lapsedClients) })
    },
  })
}

const NotAgreed = ({ clientId, firstName }: { clientId: number; firstName: string }) => {
  const [open, setOpen] = useState(false)
  const recording = useConsent(clientId, 'record')
  return (
    <>
      <p className="measure text-muted">{firstName} no ha aceptado que Kalli le escriba por ti.</p>
      <Button tone="secondary" size="small" className="self-start" onClick={() => setOpen(true)}>
        Registrar que aceptó
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={`¿${firstName} aceptó?`}
        description="Léeselo, y regístralo solo si te dice que sí. Queda con la fecha y con tu nombre; lo ve en su cuenta y lo puede quitar."
        error={recording.error}
        actions={
          <>
            <Button tone="secondary" onClick={() => setOpen(false)}>
              Todavía no
            </Button>
            <Button busy={recording.isPending} onClick={() => recording.mutate()}>
              {firstName} aceptó
            </Button>
          </>
        }
      >
        <blockquote className="border-l-4 border-line pl-4">{contract.messageSentence}</blockquote>
      </Dialog>
    </>
  )
}

const Agreed = ({
  clientId,
  firstName,
  consent: { givenAt, source },
}: {
  clientId: number
  firstName: string
  consent: NonNullable<Shown['consent']>
}) => {
  const ending = useConsent(clientId, 'end')
  return (
    <>
      <p className="flex flex-wrap items-center justify-between gap-x-4">
        <span>
          {source === 'client' ? 'Aceptó en Kalli' : 'Te dijo que sí'}:{' '}
          {shortOf(givenAt, 'America/Mexico_City')}
        </span>
        <Button tone="quiet" size="small" busy={ending.isPending} onClick={() => ending.mutate()}>
          {firstName} ya no quiere
        </Button>
      </p>
      <FormError of={ending.error} />
    </>
  )
}
