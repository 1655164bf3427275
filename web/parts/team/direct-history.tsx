import { useState } from 'react'
import { formatCents } from '#contract/platform/money.ts'
import * as rent from '#contract/team/rent.ts'
import { call } from '#web/api.ts'
import { useTeam } from '#web/parts/team/use-team.ts'
import { capitalZone, dayOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'

/** The direct payments that each party reported; the business can withdraw a wrong report. */
export const DirectHistory = ({
  one: { id, directs },
  membership,
}: {
  one: rent.RentReceipt
  membership: number | undefined
}) => {
  const [opened, setOpened] = useState<string>()
  const undoing = useTeam(
    (payment: string) =>
      call(rent.undoDirectPayment, { params: { id, payment }, body: { membership: membership ?? null } }),
    { title: 'Deshecho', text: 'La renta vuelve a estar por pagar.' },
    () => setOpened(undefined),
  )
  if (directs.length === 0) return null
  return (
    <section aria-label="Pagos directos" className="flex flex-col gap-1">
      <h3 className="text-lg">Pagos sin Kalli</h3>
      <ol className="flex flex-col divide-y divide-line">
        {directs.map((direct) => (
          <li key={direct.id} className="flex flex-wrap items-center gap-x-3 py-1.5">
            <span className="min-w-0 flex-1 basis-48 text-sm">
              {textOf(direct)} <span className="text-muted">{dayOf(direct.saidAt, capitalZone)}</span>
            </span>
            {!direct.mayUndo ? null : opened === direct.id ? (
              <Button
                tone="danger"
                size="small"
                busy={undoing.isPending}
                onClick={() => undoing.mutate(direct.id)}
              >
                Sí, deshacer
              </Button>
            ) : (
              <Button tone="quiet" size="small" onClick={() => setOpened(direct.id)}>
                Deshacer<span className="sr-only"> el pago de {formatCents(direct.amountCents)}</span>
              </Button>
            )}
          </li>
        ))}
      </ol>
      {undoing.error === null ? null : (
        <p role="alert" className="font-medium text-chile">
          {undoing.error.message}
        </p>
      )}
    </section>
  )
}

const textOf = ({ kind, saidBy, amountCents, method }: rent.DirectPayment) => {
  const amount = `${formatCents(amountCents)} ${rent.directMethods[method]}`
  if (kind === 'reported') return `${saidBy} dijo que pagó ${amount}.`
  return kind === 'received' ? `${saidBy} confirmó que recibió ${amount}.` : `${saidBy} deshizo ${amount}.`
}
