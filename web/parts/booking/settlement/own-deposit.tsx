import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as contract from '#contract/booking/settlement/deposit.ts'
import type { Deposit } from '#contract/booking/settlement/deposit.ts'
import { formatCents } from '#contract/platform/money.ts'
import { call, reading } from '#web/api.ts'
import { CardPayment } from '#web/parts/booking/checkout/card-payment.tsx'
import { DepositCard, DepositPhotos } from '#web/parts/booking/settlement/deposit-card.tsx'
import { moveOf, useRefreshDeposits, useDepositMove } from '#web/parts/booking/settlement/use-deposit.ts'
import { useForm } from '#web/ui/form/use-form.ts'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { TextArea } from '#web/ui/form/input.tsx'
import { toast } from '#web/ui/toast.ts'

/** The deposit of the professional's hours: its state, and what they have to do about it. */
export default function OwnDeposit({ rentId }: { rentId: string }) {
  const answer = useQuery({
    ...reading(contract.deposit, { params: { id: rentId }, query: {} }),
    // The bank answers while the page is open.
    refetchInterval: ({ state }) => (state.data?.deposit?.state === 'asked' ? 3000 : false),
  })
  const deposit = answer.data?.deposit ?? null
  if (deposit === null) return null
  return (
    <DepositCard deposit={deposit} text={textOf(deposit)}>
      <Todo deposit={deposit} />
    </DepositCard>
  )
}

const textOf = (deposit: Deposit): string => {
  const { state, card, rent } = deposit
  const onCard = card === null ? 'en tu tarjeta' : `en tu tarjeta ····${card.last4}`
  const claimBy = shortOf(deposit.claimBy, rent.zone)
  switch (state) {
    case 'waiting':
      return card === null
        ? 'Se aparta en una tarjeta tuya al llegar, sin cobrarse. Ponla desde quince minutos antes.'
        : `Se aparta ${onCard} al llegar, sin cobrarse, y se libera sola tres días después del final si no hay daños.`
    case 'asked':
      return deposit.actionUrl === null
        ? 'Tu banco la está apartando.'
        : 'Tu banco pide que la apruebes antes de entrar.'
    case 'refused':
      return 'Tu banco no la apartó. Usa otra tarjeta para registrar tu llegada.'
    case 'held':
      return deposit.holdAt === null
        ? `Está apartada ${onCard}. Se libera sola el ${claimBy} si no hay daños.`
        : `Se aparta ${onCard} el ${shortOf(deposit.holdAt, rent.zone)} y se libera sola el ${claimBy} si no hay daños.`
    case 'claimed':
      return deposit.claim === null
        ? ''
        : `Hay un reclamo. Acéptalo o responde antes del ${shortOf(deposit.claim.contestBy, rent.zone)}; si no respondes, se cobra.`
    case 'contested':
      return 'Respondiste al reclamo. Alguien de Kalli lee las dos versiones; mientras, el importe está en pausa.'
    case 'kept': {
      const back = deposit.amountCents - deposit.retainedCents
      return `Se cobraron ${formatCents(deposit.retainedCents)} por daños${back === 0 ? '.' : ` y ${formatCents(back)} se liberaron.`}`
    }
    case 'lost':
      return 'Tu banco la soltó: no se cobró nada.'
    case 'released':
      return 'Se liberó completa.'
  }
}

const Todo = ({ deposit }: { deposit: Deposit }) => {
  if (deposit.state === 'claimed') return <Answer deposit={deposit} />
  if (deposit.actionUrl !== null)
    return (
      <Button
        size="small"
        className="self-start"
        onClick={() => window.location.assign(deposit.actionUrl ?? '')}
      >
        Ir a mi banco
      </Button>
    )
  const ask = moveOf(deposit, 'ask')
  if (deposit.state !== 'refused' && !(deposit.state === 'waiting' && ask?.allowed)) return null
  return <GiveCard deposit={deposit} />
}

/** A card other than the one that paid, or the first where none has paid. */
const GiveCard = ({ deposit }: { deposit: Deposit }) => {
  const [open, setOpen] = useState(false)
  const refresh = useRefreshDeposits()
  return (
    <>
      <Button tone="secondary" size="small" className="self-start" onClick={() => setOpen(true)}>
        {deposit.card === null ? 'Poner una tarjeta' : 'Usar otra tarjeta'}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Tarjeta para la garantía"
        description="Se aparta, no se cobra. Se libera sola tres días después si no hay daños."
      >
        <CardPayment
          label={`Apartar ${formatCents(deposit.amountCents)}`}
          note="Aparte de la renta, que ya está pagada."
          pay={(cardToken, idempotencyKey) =>
            call(
              contract.holdDeposit,
              { params: { id: deposit.id }, body: { cardToken } },
              { idempotencyKey },
            )
          }
          onPaid={async (held) => {
            if (held.actionUrl !== null) return window.location.assign(held.actionUrl)
            toast('Garantía apartada', 'Ya puedes registrar tu llegada.', 'good')
            setOpen(false)
            await refresh()
          }}
          onProblem={() => void refresh()}
        />
      </Dialog>
    </>
  )
}

const Answer = ({ deposit }: { deposit: Deposit }) => {
  const [contests, setContests] = useState(false)
  const contest = moveOf(deposit, 'contest')
  const accepting = useDepositMove(
    () =>
      call(contract.settleDeposit, {
        params: { id: deposit.id, move: 'accept' },
        body: { version: deposit.version },
      }),
    ({ retainedCents }) => [
      'Reclamo aceptado',
      `Se cobran ${formatCents(retainedCents)}; lo demás se libera.`,
    ],
  )
  return (
    <div className="flex flex-wrap items-start gap-3">
      <Button
        size="small"
        blocked={contest?.allowed === false ? (contest.reason ?? undefined) : undefined}
        onClick={() => setContests(true)}
      >
        No estoy de acuerdo
      </Button>
      <Button
        size="small"
        tone="secondary"
        busy={accepting.isPending}
        onClick={() => accepting.mutate(undefined)}
      >
        Aceptar y pagar {formatCents(deposit.claim?.amountCents ?? 0)}
      </Button>
      {accepting.isError ? (
        <p role="alert" className="w-full font-medium text-chile">
          {accepting.error.message}
        </p>
      ) : null}
      {contests ? <ContestDialog deposit={deposit} onClose={() => setContests(false)} /> : null}
    </div>
  )
}

const ContestDialog = ({ deposit, onClose }: { deposit: Deposit; onClose: () => void }) => {
  const form = useForm<{ text: string; photos: string[] }>({
    initial: { text: '', photos: [] },
    draft: `deposit-contest-${deposit.id}`,
  })
  const { text, photos } = form.values
  const sending = useDepositMove(
    (body: { text: string; photos: string[] }) =>
      call(contract.contestDeposit, {
        params: { id: deposit.id },
        body: { ...body, version: deposit.version },
      }),
    () => ['Respuesta enviada', 'Alguien de Kalli lee las dos versiones y decide.'],
    () => {
      form.accept()
      onClose()
    },
  )
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="No estoy de acuerdo"
      description="Cuenta qué pasó. El importe queda en pausa hasta que alguien de Kalli decida."
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Cerrar
          </Button>
          <Button
            busy={sending.isPending}
            blocked={text.trim() === '' ? 'Escribe qué pasó.' : undefined}
            onClick={() => sending.mutate({ text, photos })}
          >
            Enviar respuesta
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <Field label="Qué pasó">
          {(control) => <TextArea {...control} rows={4} maxLength={1000} {...form.text('text')} />}
        </Field>
        <DepositPhotos
          deposit={deposit}
          by="professional"
          photos={photos}
          label="Fotos (opcional)"
          hint="Cómo estaba al irte, o que ya estaba así al llegar."
          onChange={(next) => form.change((before) => ({ photos: next(before.photos) }))}
        />
        {sending.isError ? (
          <p role="alert" className="font-medium text-chile">
            {sending.error.message}
          </p>
        ) : null}
      </div>
    </Dialog>
  )
}

/** Claims that await the viewer's answer come first, whenever the hours were. */
export const OpenClaims = () => {
  const answer = useQuery(reading(contract.deposits, { query: {} }))
  const open = (answer.data ?? []).filter(({ state }) => state === 'claimed')
  if (open.length === 0) return null
  return (
    <section aria-label="Reclamos por responder" className="flex flex-col gap-4">
      {open.map((one) => (
        <div key={one.id} className="flex flex-col gap-2">
          <h2 className="text-xl">
            {one.rent.spaceName}, {shortOf(one.rent.startsAt, one.rent.zone)}
          </h2>
          <OwnDeposit rentId={one.id} />
        </div>
      ))}
    </section>
  )
}
