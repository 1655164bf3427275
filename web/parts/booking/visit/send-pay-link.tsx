import { useMutation } from '@tanstack/react-query'
import { sendBalanceLink } from '#contract/booking/settlement/balance.ts'
import { call } from '#web/api.ts'
import { CopyButton } from '#web/parts/booking/summary/own-link.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form-error.tsx'

/** The link once more to the client, once a day; and its short form for WhatsApp. */
export const SendPayLink = ({ id }: { id: string }) => {
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
