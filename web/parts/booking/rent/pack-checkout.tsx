import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { PackageX, Ticket } from 'lucide-react'
import * as contract from '#contract/booking/rent/hour-pack.ts'
import type { PackOffers } from '#contract/booking/rent/hour-pack.ts'
import { formatCents, roundedDivide } from '#contract/platform/money.ts'
import { placeName } from '#contract/places/place-name.ts'
import type { HourPack } from '#contract/pricing/space-pricing.ts'
import { ApiError, call, keyOf, reading } from '#web/api.ts'
import { MoneyLines } from '#web/parts/payment/money-lines.tsx'
import { CardPayment } from '#web/parts/booking/checkout/card-payment.tsx'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { PageLoading } from '#web/ui/spinner.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'

/** A professional buys an hour pack of a space (product.md §7, the checkout's variant that pays packs). */
export default function PackCheckout({ spaceId, pack }: { spaceId: number; pack: string }) {
  const answer = useQuery(reading(contract.packOffers, { params: { id: spaceId } }))
  if (answer.isPending) return <PageLoading />
  if (answer.isLoadingError)
    return answer.error instanceof ApiError && [400, 401, 403, 404].includes(answer.error.status) ? (
      <Lost spaceId={spaceId} text="Entra con tu perfil profesional para comprar un paquete." />
    ) : (
      <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
    )
  const chosen = answer.data.packs.find(({ id }) => id === pack)
  if (chosen === undefined)
    return <Lost spaceId={spaceId} text="El espacio ya no ofrece ese paquete. Mira los que tiene ahora." />
  if (answer.data.problem !== null) return <Lost spaceId={spaceId} text={answer.data.problem} />
  return <Buy offers={answer.data} pack={chosen} />
}

const Lost = ({ spaceId, text }: { spaceId: number; text: string }) => (
  <section className="page py-12">
    <EmptyState
      heading="h1"
      icon={<PackageX />}
      title="Este paquete no se puede comprar"
      text={text}
      action={
        <Link {...paths.space(spaceId)} className={buttonClass()}>
          Volver al espacio
        </Link>
      }
    />
  </section>
)

const Buy = ({ offers: { space, hourlyCents: single }, pack }: { offers: PackOffers; pack: HourPack }) => {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const hourly = roundedDivide(pack.priceCents, pack.hours)
  return (
    <section className="page py-6 sm:py-8">
      <div className="mx-auto flex max-w-list flex-col gap-7">
        <h1 className="text-3xl">Compra tu paquete</h1>
        <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,23rem)] lg:items-start">
          <div className="max-lg:order-2">
            <CardPayment
              label={`Pagar ${formatCents(pack.priceCents)}`}
              note="Se cobra hoy, una sola vez."
              pay={(cardToken, idempotencyKey) =>
                call(
                  contract.buyPack,
                  {
                    params: { id: space.id },
                    body: { pack: pack.id, priceCents: pack.priceCents, cardToken },
                  },
                  { idempotencyKey },
                )
              }
              onPaid={async (bought) => {
                if (bought.status === 'awaiting_payment' && bought.payment?.actionUrl) {
                  window.location.assign(bought.payment.actionUrl)
                  return
                }
                await queryClient.invalidateQueries({ queryKey: keyOf(contract.ownPacks) })
                void navigate(paths.packs(bought.id))
              }}
            />
          </div>
          <Card className="flex flex-col gap-5 max-lg:order-1 lg:sticky lg:top-24">
            <div className="flex items-start gap-3">
              <Ticket aria-hidden className="mt-0.5 size-6 shrink-0 text-barro" />
              <div className="min-w-0">
                <h2 className="text-xl">Paquete de {pack.hours} h</h2>
                <p className="text-muted">{placeName(space)}</p>
              </div>
            </div>
            <ul className="flex flex-col gap-2 text-[0.9375rem]">
              <li>Vale {pack.validityDays} días desde hoy, a cualquier hora en que esté libre.</li>
              <li>Cada hora te cuesta {formatCents(hourly)}, con la limpieza incluida.</li>
              <li>
                {pack.transferable
                  ? 'Las horas que rentes con él se pueden ceder.'
                  : 'Las horas son solo para ti: no se pueden ceder.'}
              </li>
              <li>
                Si vence con horas sin usar, las que usaste cuentan a {formatCents(Math.max(single, hourly))},
                su precio sin paquete, y lo demás vuelve a tu tarjeta. Si termina tu convenio, vuelve todo lo
                que no usaste.
              </li>
            </ul>
            <div className="border-t border-line pt-5">
              <MoneyLines
                lines={[
                  {
                    label: `${pack.hours} h`,
                    detail: `a ${formatCents(hourly)} por hora`,
                    amountCents: pack.priceCents,
                  },
                ]}
                total={{ label: 'Total', amountCents: pack.priceCents }}
                note="IVA incluido. Kalli no te cobra comisión por rentar."
              />
            </div>
          </Card>
        </div>
      </div>
    </section>
  )
}
