import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import * as contract from '#contract/booking/settlement/deposit.ts'
import type { Deposit } from '#contract/booking/settlement/deposit.ts'
import { formatCents } from '#contract/platform/money.ts'
import { reading } from '#web/api.ts'
import HostDeposit from '#web/parts/booking/settlement/host-deposit.tsx'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

const badges: Partial<Record<Deposit['state'], { tone: BadgeTone; label: string }>> = {
  held: { tone: 'agave', label: 'Apartada' },
  claimed: { tone: 'maiz', label: 'Espera respuesta' },
  contested: { tone: 'jacaranda', label: 'En revisión' },
}

/** Deposits of professionals who are here or just left; one opens by its address, from a notification. */
export default function HostDeposits({ open }: { open: string | undefined }) {
  const navigate = useNavigate()
  const answer = useQuery(reading(contract.deposits, { query: { as: 'host' } }))
  const all = answer.data ?? []
  const opened = all.find(({ id }) => id === open)
  const show = (deposit: string | undefined) =>
    void navigate({
      ...paths.hostAvailability(deposit === undefined ? {} : { deposit }),
      replace: true,
    })
  return (
    <>
      {all.length === 0 ? null : (
        <section aria-labelledby="garantias" className="no-print flex flex-col gap-3">
          <h2 id="garantias" className="text-xl">
            Garantías
          </h2>
          <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
            {all.map((one) => (
              <li key={one.id}>
                <button
                  type="button"
                  onClick={() => show(one.id)}
                  className="flex w-full items-start justify-between gap-3 rounded-lg border border-line bg-surface p-4 text-left transition-colors hover:border-jacaranda"
                >
                  <span className="min-w-0">
                    <span className="block font-semibold">
                      {one.professional}, {formatCents(one.amountCents)}
                    </span>
                    <span className="block text-[0.9375rem] text-muted">
                      {one.rent.unitName}, {shortOf(one.rent.startsAt, one.rent.zone)}
                    </span>
                  </span>
                  <Badge tone={badges[one.state]?.tone ?? 'plain'}>{badges[one.state]?.label ?? ''}</Badge>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {open === undefined || answer.isPending ? null : (
        <Dialog
          open
          onOpenChange={(isOpen) => (isOpen ? undefined : show(undefined))}
          title={opened === undefined ? 'Garantía' : `Garantía de ${opened.professional}`}
          description={
            opened === undefined
              ? undefined
              : `${opened.rent.unitName}, ${opened.rent.spaceName}. ${shortOf(opened.rent.startsAt, opened.rent.zone)}`
          }
        >
          <HostDeposit rentId={open} />
        </Dialog>
      )}
    </>
  )
}
