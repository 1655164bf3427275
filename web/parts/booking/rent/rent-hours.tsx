import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { formatCents, roundedDivide } from '#contract/platform/money.ts'
import * as contract from '#contract/booking/rent/reservation.ts'
import type { RentChoice } from '#contract/booking/rent/reservation.ts'
import type { SpaceQuote } from '#contract/pricing/space-pricing.ts'
import { ApiError, call } from '#web/api.ts'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'

/** From a quote to held hours: at once for professionals who may; others see what prevents it. */
export default function RentHours({
  space,
  price,
  isOld,
}: {
  space: { id: number; zone: string }
  price: SpaceQuote
  /** The quote belongs to an earlier choice, which a quick press must not rent. */
  isOld: boolean
}) {
  const navigate = useNavigate()
  const holding = useMutation({
    mutationFn: (token: string) => call(contract.holdReservation, { body: { token } }),
    onSuccess: ({ id }) => navigate(paths.rentCheckout(id)),
  })
  const { may, reason, token } = price.rent
  if (may === 'visitor')
    return (
      <Link
        {...paths.auth({ redirect: `/space/${space.id}#renta` })}
        className={buttonClass({ tone: 'secondary', wide: true })}
      >
        Entra para rentar estas horas
      </Link>
    )
  if (may === 'other_profile' || may === 'own' || may === 'apply')
    return <p className="text-sm text-muted">{reason}</p>
  return (
    <div className="flex flex-col gap-3">
      <Button
        wide
        tone="secondary"
        busy={holding.isPending || isOld}
        blocked={may === 'no' ? reason : token === null ? 'Elige una hora que esté libre.' : undefined}
        onClick={() => token !== null && holding.mutate(token)}
      >
        Rentar por {formatCents(price.totalCents)}
      </Button>
      <p className="text-sm text-muted">
        Sin cliente todavía: pagas hoy y las citas que atiendas en estas horas ya no deben renta.
      </p>
      {price.packs.length === 0 ? null : <Packs space={space} packs={price.packs} />}
      {holding.error === null ? null : (
        <Problem problem={holding.error} zone={space.zone} onTake={(one) => holding.mutate(one.token)} />
      )}
    </div>
  )
}

/** The space's hour packs; a professional who has one uses it when paying. */
const Packs = ({ space, packs }: { space: { id: number }; packs: SpaceQuote['packs'] }) => (
  <section aria-label="Paquetes de horas" className="flex flex-col gap-2 border-t border-line pt-4">
    <h3 className="font-sans text-base font-semibold tracking-normal">Paquetes de horas</h3>
    <ul className="flex flex-col gap-2">
      {packs.map((pack) => (
        <li key={pack.id} className="flex items-center justify-between gap-4">
          <span className="min-w-0 text-[0.9375rem]">
            <span className="font-semibold">{pack.hours} h</span> · {formatCents(pack.priceCents)}
            <span className="block text-sm text-muted">
              {formatCents(roundedDivide(pack.priceCents, pack.hours))} la hora, vale {pack.validityDays} días
            </span>
          </span>
          <Link
            {...paths.packCheckout(space.id, pack.id)}
            className={buttonClass({ tone: 'secondary', size: 'small' })}
          >
            Comprar<span className="sr-only"> el paquete de {pack.hours} h</span>
          </Link>
        </li>
      ))}
    </ul>
    <p className="text-sm text-muted">
      ¿Ya tienes uno? Elige tus horas y úsalo al pagar.{' '}
      <Link {...paths.packs()} className="underline underline-offset-4">
        Ver mis paquetes
      </Link>
    </p>
  </section>
)

/** Why the hours could not be held, and the alternatives. */
const Problem = ({
  problem,
  zone,
  onTake,
}: {
  problem: Error
  zone: string
  onTake: (choice: RentChoice) => void
}) => {
  const details: unknown = problem instanceof ApiError ? problem.details : undefined
  const others = choicesIn(details)
  return (
    <div role="alert" className="flex flex-col gap-3 rounded-lg border border-chile/40 bg-chile-soft p-4">
      <p className="font-semibold">{problem.message}</p>
      {others.length === 0 ? null : (
        <div className="flex flex-wrap gap-2">
          {others.map((choice) => (
            <Button key={choice.token} tone="secondary" size="small" onClick={() => onTake(choice)}>
              {shortOf(choice.startsAt, zone)} · {formatCents(choice.totalCents)}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}

/** Other starts, or the same one at its current price. */
const choicesIn = (details: unknown): RentChoice[] => {
  if (typeof details !== 'object' || details === null) return []
  const named =
    'alternatives' in details && Array.isArray(details.alternatives)
      ? details.alternatives
      : 'choice' in details
        ? [details.choice]
        : []
  return named.flatMap((one: unknown) => {
    const read = contract.RentChoice.safeParse(one)
    return read.success ? [read.data] : []
  })
}
