import type { Hold } from '#contract/booking/hold.ts'
import { formatCents } from '#contract/platform/money.ts'
import { shortOf } from '#web/parts/time/wall-clock.ts'

/** The other dates of a series, which succeed or fail with the first. */
export default function FurtherVisits({
  further,
  zone,
  first,
  inTwo,
}: {
  further: Hold['further']
  zone: string
  /** The price of the first visit, where all are paid by one card, new or saved. */
  first: number
  /** An upfront part, and the balance afterwards. */
  inTwo: boolean
}) {
  return (
    <section aria-labelledby="further-visits" className="flex flex-col gap-2 border-t border-line pt-5">
      <h2 id="further-visits" className="font-display text-lg font-semibold">
        {further.length === 1 ? 'Y una cita más' : `Y ${further.length} citas más`}
      </h2>
      <ol className="flex flex-col divide-y divide-line">
        {further.map(({ startsAt, totalCents }) => (
          <li key={startsAt} className="flex justify-between gap-4 py-2 text-[0.9375rem]">
            <span className="first-letter:uppercase">{shortOf(startsAt, zone)}</span>
            <span className="figures">{formatCents(totalCents)}</span>
          </li>
        ))}
      </ol>
      <p className="text-sm text-muted">
        {formatCents(further.reduce((sum, { totalCents }) => sum + totalCents, first))} por todas.{' '}
        {inTwo
          ? 'De cada una se cobra el anticipo un día antes y el resto al terminar'
          : 'Cada una se cobra por separado un día antes'}
        , con la misma tarjeta, y se puede cancelar por separado.
      </p>
    </section>
  )
}
