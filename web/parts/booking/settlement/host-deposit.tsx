import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as contract from '#contract/booking/settlement/deposit.ts'
import type { Deposit } from '#contract/booking/settlement/deposit.ts'
import { formatCents } from '#contract/platform/money.ts'
import { call, reading } from '#web/api.ts'
import { DepositCard, DepositPhotos } from '#web/parts/booking/settlement/deposit-card.tsx'
import { moveOf, useDepositMove } from '#web/parts/booking/settlement/use-deposit.ts'
import { useForm } from '#web/ui/form/use-form.ts'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { TextArea } from '#web/ui/form/input.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/** The deposit of a rent, as its host sees it; nothing where none is required. */
export default function HostDeposit({ rentId }: { rentId: string }) {
  const answer = useQuery(reading(contract.deposit, { params: { id: rentId }, query: { as: 'host' } }))
  if (answer.isPending) return <Skeleton className="h-16" />
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
  const { deposit } = answer.data
  if (deposit === null) return null
  return (
    <DepositCard deposit={deposit} text={textOf(deposit)}>
      <Moves deposit={deposit} />
    </DepositCard>
  )
}

const textOf = (deposit: Deposit): string => {
  const claimBy = shortOf(deposit.claimBy, deposit.rent.zone)
  switch (deposit.state) {
    case 'waiting':
      return `Se aparta en la tarjeta de ${deposit.professional} al llegar.`
    case 'asked':
      return 'Su banco la está apartando.'
    case 'refused':
      return 'Su banco no la apartó; le pedimos otra tarjeta.'
    case 'held':
      return `Está apartada. Si algo se dañó, reclámalo antes del ${claimBy}; si no, se libera sola.`
    case 'claimed':
      return deposit.claim === null
        ? ''
        : `${deposit.professional} responde antes del ${shortOf(deposit.claim.contestBy, deposit.rent.zone)}. Si no lo hace, lo que reclamas es tuyo.`
    case 'contested':
      return 'Alguien de Kalli lee las dos versiones y decide.'
    case 'kept':
      return `Recibes ${formatCents(deposit.retainedCents)} completos; Kalli no cobra comisión por daños.`
    case 'lost':
      return 'El banco la soltó antes de cobrarla. Escríbenos y te ayudamos.'
    case 'released':
      return 'Se liberó completa.'
  }
}

const Moves = ({ deposit }: { deposit: Deposit }) => {
  const [claims, setClaims] = useState(false)
  const settling = useDepositMove(
    (move: 'release' | 'withdraw') =>
      call(contract.settleDeposit, { params: { id: deposit.id, move }, body: { version: deposit.version } }),
    () => ['Garantía liberada', `Le avisamos a ${deposit.professional}.`],
  )
  const [claim, release, withdraw] = [
    moveOf(deposit, 'claim'),
    moveOf(deposit, 'release'),
    moveOf(deposit, 'withdraw'),
  ]
  return (
    <>
      {deposit.state === 'held' ? (
        <div className="flex flex-wrap items-start gap-3">
          <Button
            tone="secondary"
            size="small"
            blocked={claim?.allowed === false ? (claim.reason ?? undefined) : undefined}
            onClick={() => setClaims(true)}
          >
            Reclamar un daño
          </Button>
          <Button
            tone="quiet"
            size="small"
            busy={settling.isPending}
            blocked={release?.allowed === false ? (release.reason ?? undefined) : undefined}
            onClick={() => settling.mutate('release')}
          >
            Todo bien: liberar ya
          </Button>
        </div>
      ) : withdraw?.allowed ? (
        <Button
          tone="secondary"
          size="small"
          className="self-start"
          busy={settling.isPending}
          onClick={() => settling.mutate('withdraw')}
        >
          Retirar mi reclamo
        </Button>
      ) : null}
      {settling.isError ? (
        <p role="alert" className="font-medium text-chile">
          {settling.error.message}
        </p>
      ) : null}
      {claims ? <ClaimForm deposit={deposit} onClose={() => setClaims(false)} /> : null}
    </>
  )
}

type Said = { amountCents: number; reason: string; photos: string[] }
const nothingSaid: Said = { amountCents: Number.NaN, reason: '', photos: [] }

const ClaimForm = ({ deposit, onClose }: { deposit: Deposit; onClose: () => void }) => {
  const draftKey = `deposit-claim-${deposit.id}`
  const form = useForm({ initial: nothingSaid, draft: draftKey })
  const { amountCents, reason, photos } = form.values
  const sending = useDepositMove(
    (body: { amountCents: number; reason: string; photos: string[] }) =>
      call(contract.claimDeposit, {
        params: { id: deposit.id },
        body: { ...body, version: deposit.version },
      }),
    () => ['Reclamo enviado', `${deposit.professional} tiene dos días para responder.`],
    () => {
      form.accept()
      onClose()
    },
  )
  const missing = !(amountCents > 0)
    ? 'Escribe cuánto cuesta repararlo.'
    : amountCents > deposit.amountCents
      ? `No puede ser más que la garantía: ${formatCents(deposit.amountCents)}.`
      : reason.trim() === ''
        ? 'Escribe qué se dañó.'
        : photos.length === 0
          ? 'Agrega al menos una foto del daño.'
          : undefined
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Reclamar un daño"
      description={`De la garantía de ${formatCents(deposit.amountCents)} que dejó ${deposit.professional}.`}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Cerrar
          </Button>
          <Button
            tone="danger"
            busy={sending.isPending}
            blocked={missing}
            onClick={() => sending.mutate({ amountCents, reason, photos })}
          >
            Enviar reclamo
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <NumberField
          kind="pesos"
          label="Cuánto cuesta repararlo"
          hint="En pesos. Solo el daño: no hay multas."
          from={1}
          value={amountCents}
          onChange={(next) => form.put({ amountCents: next })}
          inputClassName="max-w-44"
        />
        <Field label="Qué se dañó">
          {(control) => <TextArea {...control} rows={4} maxLength={1000} {...form.text('reason')} />}
        </Field>
        <DepositPhotos
          deposit={deposit}
          by="host"
          photos={photos}
          label="Fotos del daño"
          hint={`Al menos una, hasta ${contract.maxDepositPhotos}. Las ve quien rentó y, si responde, alguien de Kalli.`}
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
