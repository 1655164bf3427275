import { useQuery } from '@tanstack/react-query'
import { Landmark } from 'lucide-react'
import * as contract from '#contract/booking/support/money-act.ts'
import type { MoneyAct } from '#contract/booking/support/money-act.ts'
import { reading } from '#web/api.ts'
import { MoneyLines } from '#web/parts/payment/money-lines.tsx'
import { amountLines } from '#web/parts/booking/support/money-preview.tsx'
import { capitalZone, shortOf } from '#web/parts/time/wall-clock.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'

const titles = {
  no_show: 'Inasistencia decidida',
  dispute: 'Problema decidido',
  deposit: 'Garantía decidida',
  cancel: 'Reserva cancelada por Kalli',
  goodwill: 'Devuelto por cuenta de Kalli',
  reverse: 'Asiento revertido',
  suspend: 'Reserva cancelada por una suspensión',
} as const satisfies Record<MoneyAct['act'], string>

/** Support's acts with money, the newest first; they cannot be changed. */
export default function MoneyActs() {
  const answer = useQuery({ ...reading(contract.moneyActs), retry: false })
  if (answer.isPending)
    return (
      <div aria-busy="true">
        <span className="sr-only">Cargando el registro…</span>
        <Skeleton className="h-56 rounded-lg" />
      </div>
    )
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => void answer.refetch()} />
  if (answer.data.acts.length === 0)
    return (
      <EmptyState
        icon={<Landmark />}
        title="Nadie ha movido dinero"
        text="Aquí queda cada decisión del equipo que mueve dinero, con su motivo y lo que cambió para cada quien."
      />
    )
  return (
    <ul className="flex flex-col gap-4">
      {answer.data.acts.map((one) => (
        <li key={one.id}>
          <Card className="flex flex-col gap-3">
            <div className="flex flex-wrap items-start justify-between gap-3">
              <div>
                <h2 className="text-lg">{titles[one.act]}</h2>
                <p className="text-[0.9375rem] text-muted">
                  {[one.service, `${one.by}, ${shortOf(one.at, capitalZone)}`].filter(Boolean).join(' · ')}
                </p>
              </div>
              {one.step === 'proposed' ? <Badge tone="maiz">Propuesta: nada se movió</Badge> : null}
            </div>
            <p className="wrap-anywhere whitespace-pre-wrap">{one.reason}</p>
            {amountLines(one).length === 0 ? null : <MoneyLines lines={amountLines(one)} />}
          </Card>
        </li>
      ))}
    </ul>
  )
}
