import { useQuery } from '@tanstack/react-query'
import { dateText } from '#contract/platform/short-date.ts'
import { formatCents } from '#contract/platform/money.ts'
import * as rent from '#contract/team/rent.ts'
import { call } from '#web/api.ts'
import { MoneyLines } from '#web/parts/payment/money-lines.tsx'
import { useTeam } from '#web/parts/team/use-team.ts'
import { addDays, capitalZone, dateIn } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'
import type { Reply } from '#contract/platform/endpoint.ts'

/** The week that begins today: rents are paid in advance. */
const thisWeek = () => {
  const from = dateIn(Date.now(), capitalZone)
  return { from, to: addDays(from, 6) }
}

/** A preview of the charges with their reasons, then the run. `membership`: on behalf of the business that permits it. */
export const RunRent = ({ membership, onClose }: { membership: number | null; onClose: () => void }) => {
  const form = useForm<{ period: Period; left: readonly number[] }>({
    initial: () => ({ period: thisWeek(), left: [] }),
  })
  const { period, left } = form.values
  const preview = useQuery({
    queryKey: ['rent-run-preview', period, membership],
    queryFn: () => call(rent.previewRentRun, { body: { ...period, membership } }),
    enabled: period.from !== '' && period.to !== '',
    retry: false,
    staleTime: 0,
  })
  const rows = preview.data?.rows ?? []
  const chosen = rows.filter(({ memberId, chargeable }) => chargeable && !left.includes(memberId))
  const totalCents = chosen.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const collecting = useTeam(
    () =>
      call(rent.collectRent, {
        body: { ...period, membership, memberIds: chosen.map(({ memberId }) => memberId), totalCents },
      }),
    { title: 'Rentas cobradas', text: 'Cada quien tiene su recibo.' },
    onClose,
  )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      error={collecting.error}
      title="Cobrar rentas"
      description="Revisa la cuenta antes. Se cobra a la tarjeta que cada quien guardó, o de lo que gane después. A los tres días sin pagar, sus citas nuevas esperan."
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Volver
          </Button>
          <Button
            busy={collecting.isPending}
            blocked={chosen.length === 0 ? 'No hay nada que cobrar en estos días.' : undefined}
            onClick={() => collecting.mutate(undefined)}
          >
            Cobrar {formatCents(totalCents)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <PeriodFields period={period} onChange={form.pick('period').onChange} />
        {preview.isPending ? (
          <Skeleton className="h-40" />
        ) : preview.isLoadingError ? (
          <ErrorState text={preview.error.message} onRetry={() => preview.refetch()} />
        ) : (
          <>
            <ul className="flex flex-col divide-y divide-line">
              {rows.map((row) => (
                <RentRow
                  key={row.memberId}
                  row={row}
                  isChosen={!left.includes(row.memberId)}
                  onChoose={(chosen) =>
                    form.put({
                      left: chosen ? left.filter((id) => id !== row.memberId) : [...left, row.memberId],
                    })
                  }
                />
              ))}
            </ul>
            {chosen.length === 0 ? null : (
              <MoneyLines
                lines={[
                  {
                    label: `${chosen.length} ${chosen.length === 1 ? 'renta' : 'rentas'}`,
                    amountCents: totalCents,
                  },
                ]}
                note={`Del ${dateText(period.from)} al ${dateText(period.to)}. De la renta, Kalli toma 5 % con IVA; el recibo lo muestra línea por línea.`}
              />
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}

type Period = ReturnType<typeof thisWeek>

const PeriodFields = ({ period, onChange }: { period: Period; onChange: (period: Period) => void }) => (
  <div className="grid grid-cols-2 gap-4">
    <Field label="Desde">
      {(control) => (
        <Input
          {...control}
          type="date"
          value={period.from}
          onChange={({ target }) => onChange({ ...period, from: target.value })}
        />
      )}
    </Field>
    <Field label="Hasta">
      {(control) => (
        <Input
          {...control}
          type="date"
          value={period.to}
          onChange={({ target }) => onChange({ ...period, to: target.value })}
        />
      )}
    </Field>
  </div>
)

const RentRow = ({
  row,
  isChosen,
  onChoose,
}: {
  row: Reply<typeof rent.previewRentRun>['rows'][number]
  isChosen: boolean
  onChoose: (chosen: boolean) => void
}) => (
  <li className="flex items-start justify-between gap-4 py-2.5">
    {row.chargeable ? (
      <Checkbox
        label={
          <>
            <span className="block font-semibold">{row.name}</span>
            <span className="block text-sm text-muted">{row.explanation}</span>
          </>
        }
        checked={isChosen}
        onChange={({ target }) => onChoose(target.checked)}
      />
    ) : (
      <div className="min-w-0 pl-8.5">
        <span className="block font-semibold">{row.name}</span>
        <span className="block text-sm text-muted">{row.explanation}</span>
      </div>
    )}
    <span className="shrink-0 py-1.5 text-right">
      <span className="figures block font-semibold">{formatCents(row.amountCents)}</span>
      {row.perUseCents > 0 ? (
        <span className="block text-sm text-muted">+ {formatCents(row.perUseCents)} de sus citas</span>
      ) : null}
    </span>
  </li>
)
