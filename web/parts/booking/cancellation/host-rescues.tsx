import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCents } from '#contract/platform/money.ts'
import * as rescues from '#contract/booking/cancellation/rescue.ts'
import type { HostRescue } from '#contract/booking/cancellation/rescue.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { reading } from '#web/api.ts'
import { ReceiptDialog } from '#web/parts/booking/visit/receipt-dialog.tsx'
import { TimeLeft } from '#web/parts/time/time-left.tsx'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'

const badges: Readonly<Record<HostRescue['state'], { tone: BadgeTone; label: string }>> = {
  open: { tone: 'maiz', label: 'Esperando respuesta' },
  accepted: { tone: 'agave', label: 'Rescatada' },
  declined: { tone: 'chile', label: 'Cancelada' },
  lapsed: { tone: 'chile', label: 'Cancelada' },
  overtaken: { tone: 'plain', label: 'Terminó de otra forma' },
}

/** Visits that this host cancelled in the last month, and what became of their rescues. */
export default function HostRescues() {
  const answer = useQuery({
    ...reading(rescues.hostRescues),
    // Others answer while the host looks at it.
    refetchInterval: minuteMs,
  })
  const [receipt, setReceipt] = useState<string>()
  const all = answer.data ?? []
  if (all.length === 0) return null
  return (
    <section aria-labelledby="rescates" className="no-print flex flex-col gap-3">
      <h2 id="rescates" className="text-xl">
        Citas que cancelaste
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {all.map((one) => (
          <li
            key={one.id}
            className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4 text-[0.9375rem]"
          >
            <div className="flex flex-wrap items-start justify-between gap-3">
              <p className="min-w-0">
                <span className="block text-base font-semibold">
                  {one.service} de {one.professional}
                </span>
                <span className="block text-muted">
                  {one.place}, {shortOf(one.startsAt, one.zone)}
                </span>
              </p>
              <Badge tone={badges[one.state].tone}>{badges[one.state].label}</Badge>
            </div>
            <p>{textOf(one)}</p>
            {one.state === 'open' ? (
              <p className="font-semibold">
                <TimeLeft until={one.expiresAt} onEnd={() => void answer.refetch()} />
              </p>
            ) : one.state === 'overtaken' ? null : (
              <Button
                tone="secondary"
                size="small"
                className="self-start"
                onClick={() => setReceipt(one.bookingId)}
              >
                Ver mi recibo
              </Button>
            )}
          </li>
        ))}
      </ul>
      {receipt === undefined ? null : (
        <ReceiptDialog id={receipt} as="host" open onOpenChange={() => setReceipt(undefined)} />
      )}
    </section>
  )
}

const textOf = ({ state, ownBusiness, waitsFor, rescuedCents, failedCents, isFree }: HostRescue): string => {
  const rescued =
    rescuedCents > 0 ? `pagas ${formatCents(rescuedCents)} de la diferencia de renta` : 'no pagas nada'
  const failed = isFree
    ? 'es tu cancelación gratis del semestre: no pagas nada'
    : `pagas ${formatCents(failedCents)} al profesional`
  switch (state) {
    case 'open':
      return `Apartamos ${ownBusiness ? 'otro lugar de tu casa' : 'otro lugar cerca'}. ${
        waitsFor.length === 2
          ? 'Faltan el cliente y el profesional'
          : waitsFor[0] === 'client'
            ? 'Falta el cliente'
            : 'Falta el profesional'
      }. Si aceptan, ${rescued}; si no, ${failed}.`
    case 'accepted':
      return `Se da en otro lugar a la misma hora: ${rescued}${rescuedCents > 0 ? ', si esa renta se cobra' : ''}.`
    case 'declined':
      return `No les quedó el otro lugar: ${failed}.`
    case 'lapsed':
      return `Nadie respondió a tiempo: ${failed}.`
    case 'overtaken':
      return 'La cita terminó antes de que respondieran.'
  }
}
