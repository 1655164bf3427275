import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { balanceLink, sendBalanceLink } from '#contract/booking/settlement/balance.ts'
import { call, reading } from '#web/api.ts'
import { ownOrigin } from '#web/origin.ts'
import { CopyButton, QrCode } from '#web/parts/booking/summary/own-link.tsx'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ShareButton } from '#web/ui/page/share-button.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/** The balance of a visit, to be paid on the client's phone: a QR code to show, a link to send. */
export default function RestLink({
  id,
  amount,
  byLink,
  onClose,
}: {
  id: string
  amount: string
  /** Of the professional's own agenda: the link can be sent to the client again. */
  byLink: boolean
  onClose: () => void
}) {
  const router = useRouter()
  const answer = useQuery({ ...reading(balanceLink, { params: { id } }), staleTime: Infinity })
  const path = answer.data === undefined ? '' : router.buildLocation(paths.payBalance(answer.data.token)).href
  const link = ownOrigin() + path
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`Cobrar ${amount}`}
      description="Tu cliente escanea el código o abre el enlace y paga con la tarjeta que quiera. Solo sirve para eso."
    >
      {answer.isPending ? (
        <div aria-busy="true">
          <span className="sr-only">Cargando…</span>
          <Skeleton className="h-52 rounded-lg" />
        </div>
      ) : answer.isLoadingError ? (
        <ErrorState text={answer.error.message} onRetry={() => void answer.refetch()} />
      ) : (
        <div className="flex flex-wrap items-start gap-6">
          <QrCode of={link} file="kalli-cobro.svg" />
          <div className="flex flex-1 flex-col items-start gap-2">
            <CopyButton what={link} done="Enlace copiado" label="Copiar enlace" />
            <ShareButton title={byLink ? `Tu cita: ${amount}` : `Resto de tu cita: ${amount}`} path={path} />
            {byLink ? <SendPayLink id={id} /> : null}
          </div>
        </div>
      )}
    </Dialog>
  )
}

/** Sends the link to the client again, once a day; with its short form for WhatsApp. */
const SendPayLink = ({ id }: { id: string }) => {
  const sending = useMutation({ mutationFn: () => call(sendBalanceLink, { params: { id } }) })
  const sent = sending.data
  if (sent === undefined)
    return (
      <>
        <Button tone="secondary" busy={sending.isPending} onClick={() => sending.mutate()}>
          Enviársela otra vez
        </Button>
        <FormError of={sending.error} />
      </>
    )
  return (
    <>
      <p role="status" className="text-[0.9375rem] text-muted">
        {sent.sentTo === null
          ? 'Hoy ya se la enviamos, o no tiene correo ni teléfono: mándasela tú.'
          : `Enviada a ${sent.sentTo}.`}
      </p>
      <a href={sent.whatsapp} target="_blank" rel="noreferrer" className={buttonClass({ tone: 'secondary' })}>
        Escribirle por WhatsApp
      </a>
      <CopyButton what={sent.link} done="Liga copiada" label="Copiar liga corta" />
    </>
  )
}
