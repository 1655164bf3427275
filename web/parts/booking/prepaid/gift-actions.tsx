import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Copy, Mail, MessageCircle, Printer, Undo2 } from 'lucide-react'
import { useState } from 'react'
import * as contract from '#contract/booking/prepaid/gift-card.ts'
import { giftLimits, mayMoveGiftCard, type OwnGiftCard } from '#contract/booking/prepaid/gift-card.ts'
import { formatCents } from '#contract/platform/money.ts'
import { call, keyOf, reading } from '#web/api.ts'
import { phoneIn } from '#web/parts/booking/payment/checkout-form.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { toast } from '#web/ui/toast.ts'

/** The buyer's actions: hand it over, send it, get a refund. `t` is the link of a visitor's receipt. */
export const GiftActions = ({ card, t }: { card: OwnGiftCard; t: string | undefined }) => {
  const [search, ask] = useState<'send' | 'back' | null>(null)
  const at = { params: { id: card.id }, query: t === undefined ? {} : { t } }
  const showing = useMutation({ mutationFn: () => call(contract.giftCardCode, at) })
  const may = mayMoveGiftCard(card)
  if (!may.allowed)
    return card.status === 'active' ? <p className="text-[0.9375rem] text-muted">{may.reason}</p> : null
  const shown = showing.data
  const about = `${formatCents(card.amountCents)} para ${card.to}`
  return (
    <div className="flex flex-col gap-4">
      {shown === undefined ? null : (
        <div role="status" className="flex flex-col gap-3 rounded-md bg-sunk px-4 py-3">
          <p>
            <span className="block text-sm text-muted">Código</span>
            <strong className="figures tracking-wide break-all select-all">{shown.code}</strong>
          </p>
          <p className="text-sm text-muted">Quien lo tenga puede canjearlo: dáselo solo a {card.to}.</p>
          <div className="flex flex-wrap gap-2">
            <Button
              tone="secondary"
              size="small"
              onClick={() => void copyText(shown.link, 'Enlace copiado', 'Pégalo donde quieras.', shown.link)}
            >
              <Copy aria-hidden className="size-4.5" />
              Copiar enlace
            </Button>
            <a
              href={`https://wa.me/?text=${encodeURIComponent(wordsOf(card, shown.link))}`}
              target="_blank"
              rel="noreferrer"
              className={buttonClass({ tone: 'secondary', size: 'small' })}
            >
              <MessageCircle aria-hidden className="size-4.5" />
              WhatsApp
            </a>
            <a
              href={shown.link}
              target="_blank"
              rel="noreferrer"
              className={buttonClass({ tone: 'secondary', size: 'small' })}
            >
              <Printer aria-hidden className="size-4.5" />
              Ver e imprimir
            </a>
          </div>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        {shown === undefined ? (
          <Button tone="secondary" size="small" busy={showing.isPending} onClick={() => showing.mutate()}>
            <Copy aria-hidden className="size-4.5" />
            Ver código y enlace<span className="sr-only"> de {about}</span>
          </Button>
        ) : null}
        <Button tone="secondary" size="small" onClick={() => ask('send')}>
          <Mail aria-hidden className="size-4.5" />
          {card.email === null && card.phone === null
            ? 'Enviar por correo o mensaje'
            : card.sentAt === null
              ? 'Cambiar el envío'
              : 'Enviar otra vez'}
          <span className="sr-only"> {about}</span>
        </Button>
        <Button tone="quiet" size="small" onClick={() => ask('back')}>
          <Undo2 aria-hidden className="size-4.5" />
          Recuperarla<span className="sr-only">, {about}</span>
        </Button>
      </div>
      {showing.error === null ? null : (
        <p role="alert" className="font-medium text-chile">
          {showing.error.message}
        </p>
      )}
      {search === 'send' ? (
        <Send card={card} at={at} onClose={() => ask(null)} onSent={() => showing.reset()} />
      ) : null}
      {search === 'back' ? <TakeBack card={card} at={at} onClose={() => ask(null)} /> : null}
    </div>
  )
}

const wordsOf = ({ to, amountCents }: OwnGiftCard, link: string) =>
  `${to}, te regalo ${formatCents(amountCents)} para la cita que quieras en Kalli: ${link}`

type ViewerQuery = { params: { id: string }; query: { t?: string } }

/** Both views of it are reloaded. */
const useAgain = (at: ViewerQuery) => {
  const queryClient = useQueryClient()
  return async (changed: OwnGiftCard) => {
    queryClient.setQueryData(reading(contract.giftCard, at).queryKey, changed)
    await queryClient.invalidateQueries({ queryKey: keyOf(contract.ownGiftCards) })
  }
}

const Send = ({
  card,
  at,
  onClose,
  onSent,
}: {
  card: OwnGiftCard
  at: ViewerQuery
  onClose: () => void
  onSent: () => void
}) => {
  const again = useAgain(at)
  const form = useForm({ initial: () => ({ to: card.email ?? card.phone ?? '', sendOn: '' }) })
  const { sendOn } = form.values
  const to = form.values.to.trim()
  const goesTo = to.includes('@') ? { email: to.toLowerCase() } : { phone: phoneIn(to) }
  const isElsewhere = card.sentAt !== null && goesTo.email !== card.email && goesTo.phone !== card.phone
  const sending = useMutation({
    mutationFn: () =>
      call(contract.sendGiftCard, { ...at, body: { ...goesTo, sendOn: sendOn === '' ? null : sendOn } }),
    onSuccess: async (sent) => {
      await again(sent)
      onSent()
      toast(
        sent.sentAt === null ? 'Tu regalo sale ese día' : 'Tu regalo va en camino',
        sent.email ?? sent.phone ?? '',
        'good',
      )
      onClose()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`El regalo para ${card.to}`}
      description={
        isElsewhere
          ? 'A otra dirección va con otro código: el que ya enviaste deja de valer.'
          : 'Por correo lleva tu mensaje, el código y el enlace; a un celular, el enlace.'
      }
      actions={
        <>
          <Button tone="secondary" onClick={onClose}>
            Cerrar
          </Button>
          <Button
            busy={sending.isPending}
            blocked={to === '' ? 'Escribe a qué correo o celular.' : undefined}
            onClick={() => sending.mutate()}
          >
            {sendOn === '' ? 'Enviar ahora' : 'Enviar ese día'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label={`Correo o celular de ${card.to}`} error={sending.error?.message}>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={form.values.to}
              onChange={({ target }) => {
                form.put({ to: target.value })
                sending.reset()
              }}
            />
          )}
        </Field>
        <Field
          label="Día"
          required={false}
          hint={`Sin día sale ahora; con día, a las 9:00. Hasta ${giftLimits.maxDaysAhead} días.`}
        >
          {(control) => <Input {...control} type="date" {...form.text('sendOn')} />}
        </Field>
      </div>
    </Dialog>
  )
}

const TakeBack = ({ card, at, onClose }: { card: OwnGiftCard; at: ViewerQuery; onClose: () => void }) => {
  const again = useAgain(at)
  const taking = useMutation({
    mutationFn: () => call(contract.takeBackGiftCard, at),
    onSuccess: async (back) => {
      await again(back)
      toast('La recuperaste', `${formatCents(back.amountCents)} vuelven a tu tarjeta.`, 'good')
      onClose()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`¿Recuperar los ${formatCents(card.amountCents)}?`}
      description={`El código de ${card.to} deja de valer, y todo vuelve a la tarjeta con la que pagaste en unos días.`}
      actions={
        <>
          <Button tone="secondary" onClick={onClose}>
            Dejarla
          </Button>
          <Button tone="danger" busy={taking.isPending} onClick={() => taking.mutate()}>
            Recuperarla
          </Button>
        </>
      }
    >
      {taking.error === null ? null : (
        <p role="alert" className="font-medium text-chile">
          {taking.error.message}
        </p>
      )}
    </Dialog>
  )
}
