import { MessageCircle, Send } from 'lucide-react'
import { useState } from 'react'
import type { Lapsed, LapsedClients } from '#contract/booking/client/win-back.ts'
import { messageMax } from '#contract/booking/client/win-back.ts'
import { nameOf } from '#web/parts/booking/client-book/client-words.ts'
import { useWinBack } from '#web/parts/booking/client-book/use-win-back.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { TextArea } from '#web/ui/form/input.tsx'
import { whatsappTo } from '#web/ui/whatsapp.ts'

/** The prepared message, editable for this client, and the channel by which it may go. */
export default function WinBackDialog({
  client,
  page: { words, link },
  onClose,
}: {
  client: Lapsed
  page: LapsedClients
  onClose: () => void
}) {
  const [text, setText] = useState([words.text, words.couponText].filter(Boolean).join(' '))
  const writing = useWinBack(client.id, onClose)
  const message = text.trim()
  const isEmpty = message === ''
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`Escribir a ${nameOf(client)}`}
      description={
        client.agreed
          ? 'Aceptó estos mensajes: Kalli se lo manda como eligió, fuera de sus horas de silencio.'
          : 'No ha aceptado mensajes de Kalli para volver, así que escríbele tú.'
      }
      error={writing.error}
      actions={
        <>
          {client.phone === null ? null : (
            <WhatsAppLink
              href={whatsappTo(client.phone, `Hola, ${client.firstName}: ${message} Reserva aquí: ${link}`)}
              isMain={!client.agreed}
              disabled={isEmpty}
              onOpened={() => writing.mutate({ way: 'whatsapp', text: message })}
            />
          )}
          {client.agreed ? (
            <Button
              busy={writing.isPending}
              disabled={isEmpty}
              onClick={() => writing.mutate({ way: 'kalli', text: message })}
            >
              <Send aria-hidden className="size-4.5" />
              Enviar
            </Button>
          ) : null}
        </>
      }
    >
      <Field
        label="Mensaje"
        hint={`Empieza con «Hola, ${client.firstName}:» y termina con el enlace a tu página.`}
        error={isEmpty ? 'Escribe algo.' : ''}
      >
        {(control) => (
          <TextArea
            {...control}
            rows={4}
            maxLength={messageMax}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
    </Dialog>
  )
}

const WhatsAppLink = ({
  href,
  isMain,
  disabled,
  onOpened,
}: {
  href: string
  isMain: boolean
  disabled: boolean
  onOpened: () => void
}) =>
  disabled ? null : (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonClass(isMain ? {} : { tone: 'secondary' })}
      onClick={onOpened}
    >
      <MessageCircle aria-hidden className="size-4.5" />
      Abrir WhatsApp
    </a>
  )
