import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hoursText } from '#contract/hiring/terms-words.ts'
import { formatCents } from '#contract/platform/money.ts'
import * as day from '#contract/team/day.ts'
import type { Membership } from '#contract/team/team.ts'
import { reading } from '#web/api.ts'
import { addDays, dateIn } from '#web/parts/time/wall-clock.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/** Use and rent by unit; no names. */
export const BusinessReport = ({ one }: { one: Membership }) => {
  const [days, setDays] = useState(7)
  const [to] = useState(() => dateIn(Date.now(), one.space.zone))
  const answer = useQuery(
    reading(day.businessReport, { params: { id: one.id }, query: { from: addDays(to, 1 - days), to } }),
  )
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h3 className="text-xl">Uso y renta</h3>
        <Field label="Periodo">
          {(control) => (
            <Select {...control} value={days} onChange={({ target }) => setDays(Number(target.value))}>
              <option value={7}>Últimos 7 días</option>
              <option value={30}>Últimos 30 días</option>
              <option value={90}>Últimos 90 días</option>
            </Select>
          )}
        </Field>
      </div>
      {answer.isPending ? (
        <Skeleton className="h-24" />
      ) : answer.isLoadingError ? (
        <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
      ) : (
        <table className="figures w-full text-left text-[0.9375rem]">
          <caption className="sr-only">Uso y renta por unidad</caption>
          <thead className="text-sm text-muted">
            <tr>
              <th scope="col" className="py-1.5 font-normal">
                Unidad
              </th>
              <th scope="col" className="py-1.5 text-right font-normal">
                Citas
              </th>
              <th scope="col" className="py-1.5 text-right font-normal">
                Horas
              </th>
              <th scope="col" className="py-1.5 text-right font-normal">
                Renta
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line border-t border-line">
            {answer.data.units.map((unit) => (
              <tr key={unit.name}>
                <th scope="row" className="py-2 font-normal">
                  {unit.name}
                </th>
                <td className="py-2 text-right">{unit.bookings}</td>
                <td className="py-2 text-right">{hoursText(unit.minutes)}</td>
                <td className="py-2 text-right">{formatCents(unit.rentCents)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot className="border-t border-line font-semibold">
            <tr>
              <th scope="row" className="py-2 font-semibold">
                Total
              </th>
              <td className="py-2 text-right">{answer.data.bookings}</td>
              <td className="py-2 text-right">{hoursText(answer.data.minutes)}</td>
              <td className="py-2 text-right">{formatCents(answer.data.rentCents)}</td>
            </tr>
          </tfoot>
        </table>
      )}
    </section>
  )
}
