import { useMutation } from '@tanstack/react-query'
import { Ticket } from 'lucide-react'
import { mayUsePack, type OwnPack } from '#contract/booking/rent/hour-pack.ts'
import * as contract from '#contract/booking/rent/reservation.ts'
import type { Reservation } from '#contract/booking/rent/reservation.ts'
import { call } from '#web/api.ts'
import { durationText, shortOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'

/** Pays held hours with an hour pack: nothing is charged. */
export const PayWithPack = ({ rent, onPaid }: { rent: Reservation; onPaid: (paid: Reservation) => void }) => {
  const paying = useMutation({
    mutationFn: (pack: OwnPack) =>
      call(contract.payReservation, { params: { id: rent.id }, body: { packId: pack.id } }),
    onSuccess: onPaid,
  })
  return (
    <section aria-labelledby="con-paquete" className="flex flex-col gap-4">
      <h2 id="con-paquete" className="font-display text-xl font-semibold">
        Usa tu paquete
      </h2>
      <ul className="flex flex-col gap-3">
        {rent.packs.map((pack) => {
          const answer = mayUsePack(pack, { endsAt: rent.endsAt, minutes: rent.minutes })
          return (
            <li
              key={pack.id}
              className="flex flex-wrap items-center justify-between gap-4 rounded-lg border border-line bg-surface p-4"
            >
              <span className="flex min-w-0 items-start gap-3">
                <Ticket aria-hidden className="mt-0.5 size-5 shrink-0 text-barro" />
                <span className="flex min-w-0 flex-col">
                  <span className="font-semibold">Paquete de {pack.hours} h</span>
                  <span className="text-[0.9375rem] text-muted">
                    Quedan {durationText(pack.leftMinutes)}
                    {pack.validUntil === null
                      ? ''
                      : `, hasta el ${shortOf(pack.validUntil, pack.space.zone)}`}
                  </span>
                </span>
              </span>
              <Button
                size="small"
                busy={paying.isPending}
                blocked={answer.allowed ? undefined : answer.reason}
                onClick={() => paying.mutate(pack)}
              >
                Usar {durationText(rent.minutes)} de mi paquete
              </Button>
            </li>
          )
        })}
      </ul>
      {paying.error === null ? null : (
        <p role="alert" className="rounded-lg border border-chile/40 bg-chile-soft p-4 font-medium">
          {paying.error.message}
        </p>
      )}
      <p className="text-sm text-muted">No se cobra nada. O paga estas horas con tarjeta:</p>
    </section>
  )
}
