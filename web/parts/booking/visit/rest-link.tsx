import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { balanceLink } from '#contract/booking/settlement/balance.ts'
import { reading } from '#web/api.ts'
import { ownOrigin } from '#web/origin.ts'
import { SendPayLink } from '#web/parts/booking/visit/send-pay-link.tsx'
import { CopyButton, QrCode } from '#web/parts/booking/summary/own-link.tsx'
import { paths } from '#web/paths.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ShareButton } from '#web/ui/page/share-button.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/** What is left of a visit, to be paid from the client's own telephone: a square to show, a link to send. */
export default function RestLink({
  id,
  amount,
  byLink,
  onClose,
}: {
  id: string
  amount: string
  /** Of her own agenda: it can be sent to the client again. */
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
      description="Tu clienta escanea el código o abre el enlace y paga con la tarjeta que quiera. Solo sirve para eso."
    >
      {answer.isPending ? (
        <div aria-busy="true">
          <span className="sr-only">Cargando…</span>
          <Skeleton className="h-52 rounded-lg" />
        </div>
      ) : answer.isError ? (
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
