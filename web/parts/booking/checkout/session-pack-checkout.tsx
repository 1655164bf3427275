import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { PackageX, Ticket } from 'lucide-react'
import { formatCents, roundedDivide } from '#contract/platform/money.ts'
import * as contract from '#contract/booking/prepaid/session-pack.ts'
import type { SessionPackOffers } from '#contract/booking/prepaid/session-pack.ts'
import { ApiError, call, keyOf, reading } from '#web/api.ts'
import { CardPayment } from '#web/parts/booking/checkout/card-payment.tsx'
import { MoneyLines } from '#web/parts/payment/money-lines.tsx'
import { durationText } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { PageLoading } from '#web/ui/spinner.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'

/** A client buys a session pack. */
export default function SessionPackCheckout({
  serviceId,
  pack,
  signedIn,
}: {
  serviceId: number
  pack: number
  signedIn: boolean
}) {
  const answer = useQuery(reading(contract.sessionPackOffers, { params: { id: serviceId } }))
  if (answer.isPending) return <PageLoading />
  if (answer.isLoadingError)
    return answer.error instanceof ApiError && answer.error.status === 404 ? (
      <Lost text="Ese servicio ya no se ofrece." />
    ) : (
      <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
    )
  const chosen = answer.data.packs.find(({ id }) => id === pack)
  if (chosen === undefined)
    return <Lost text="Ya no se vende ese paquete. Mira los que hay ahora." of={answer.data} />
  return <Buy offers={answer.data} pack={chosen} signedIn={signedIn} />
}

const Lost = ({ text, of }: { text: string; of?: SessionPackOffers }) => (
  <section className="page py-12">
    <EmptyState
      heading="h1"
      icon={<PackageX />}
      title="Este paquete no se puede comprar"
      text={text}
      action={
        of === undefined ? (
          <Link {...paths.search()} className={buttonClass()}>
            Buscar profesionales
          </Link>
        ) : (
          <Link {...paths.professional(of.professional.id)} className={buttonClass()}>
            Volver con {of.professional.name}
          </Link>
        )
      }
    />
  </section>
)

const Buy = ({
  offers: { service, professional, singleCents },
  pack,
  signedIn,
}: {
  offers: SessionPackOffers
  pack: SessionPackOffers['packs'][number]
  signedIn: boolean
}) => {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const each = roundedDivide(pack.priceCents, pack.sessions)
  const savedCents = singleCents * pack.sessions - pack.priceCents
  return (
    <section className="page py-6 sm:py-8">
      <div className="mx-auto flex max-w-list flex-col gap-7">
        <h1 className="text-3xl">Compra tu paquete</h1>
        <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,23rem)] lg:items-start">
          <div className="max-lg:order-2">
            {signedIn ? (
              <CardPayment
                label={`Pagar ${formatCents(pack.priceCents)}`}
                note="Se cobra hoy, una sola vez."
                pay={(cardToken, idempotencyKey) =>
                  call(
                    contract.buySessionPack,
                    {
                      params: { id: service.id },
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
                  await queryClient.invalidateQueries({ queryKey: keyOf(contract.ownSessionPacks) })
                  void navigate(paths.myBookings({ tab: 'wallet' }))
                }}
              />
            ) : (
              <Card className="flex flex-col items-start gap-4">
                <h2 className="text-xl">Tu paquete se guarda en tu cuenta</h2>
                <p className="text-muted">Ahí ves cuántas sesiones te quedan y las usas al reservar.</p>
                <Link
                  {...paths.auth({ redirect: `/dynamic-checkout?service=${service.id}&pack=${pack.id}` })}
                  className={buttonClass()}
                >
                  Entrar o crear mi cuenta
                </Link>
              </Card>
            )}
          </div>
          <Card className="flex flex-col gap-5 max-lg:order-1 lg:sticky lg:top-24">
            <div className="flex items-start gap-3">
              <Ticket aria-hidden className="mt-0.5 size-6 shrink-0 text-barro" />
              <div className="min-w-0">
                <h2 className="text-xl">{pack.sessions} sesiones</h2>
                <p className="text-muted">
                  {service.name}, {durationText(service.durationMinutes)} · con {professional.name}
                </p>
              </div>
            </div>
            <ul className="flex flex-col gap-2 text-[0.9375rem]">
              <li>Vale {pack.validityDays} días desde hoy, a cualquier hora en que haya lugar.</li>
              <li>
                Al reservar eliges tu paquete y no pagas otra vez. Paga el servicio tal cual: sin complementos
                ni cupón.
              </li>
              <li>
                Si cancelas a tiempo, tu sesión vuelve al paquete. Tarde, cuenta como usada y se queda la
                cuota de la cita; lo demás de esa sesión vuelve a tu tarjeta al final.
              </li>
              <li>
                Si vence con sesiones sin usar, las que tomaste cuentan a {formatCents(singleCents)}, su
                precio sin paquete, y lo demás vuelve a tu tarjeta.
              </li>
            </ul>
            <div className="border-t border-line pt-5">
              <MoneyLines
                lines={[
                  {
                    label: `${pack.sessions} sesiones`,
                    detail: `a ${formatCents(each)} cada una`,
                    amountCents: pack.priceCents,
                  },
                ]}
                total={{ label: 'Total', amountCents: pack.priceCents }}
                note={`IVA incluido.${savedCents > 0 ? ` Ahorras ${formatCents(savedCents)}.` : ''}`}
              />
            </div>
          </Card>
        </div>
      </div>
    </section>
  )
}
