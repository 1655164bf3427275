import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, Gift, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import * as contract from '#contract/booking/prepaid/gift-card.ts'
import { readGiftCode, spacedGiftCode } from '#contract/booking/prepaid/gift-card.ts'
import { formatCents } from '#contract/platform/money.ts'
import { ApiError, call, reading } from '#web/api.ts'
import { GiftFace } from '#web/parts/booking/prepaid/gift-face.tsx'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { PageLoading } from '#web/ui/spinner.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'

/** Always reloaded: it may have been redeemed since. */
const readingOf = (code: string) => ({
  ...reading(contract.readGift, { params: { code } }),
  retry: false,
  refetchOnMount: 'always' as const,
})

/** A gift card given to the viewer. Opening it changes nothing; the button redeems it. */
export const OpenGift = ({ code, signedIn }: { code: string; signedIn: boolean }) => {
  const redeeming = useMutation({ mutationFn: () => call(contract.redeemGift, { body: { code } }) })
  const answer = useQuery({ ...readingOf(code), enabled: redeeming.data === undefined })
  if (answer.isPending) return <PageLoading />
  const gift = answer.data
  if (redeeming.data !== undefined)
    return (
      <Page>
        <EmptyState
          heading="h1"
          icon={<CircleCheck />}
          title={`${formatCents(redeeming.data.amountCents)} ya son tuyos`}
          text={`Tienes ${formatCents(redeeming.data.creditCents)} de saldo. Al pagar tu próxima cita se usan solos.`}
          action={
            <Link {...paths.search()} className={buttonClass()}>
              Buscar con quién
            </Link>
          }
        />
      </Page>
    )
  if (gift === undefined)
    return (
      <Page>
        {answer.error instanceof ApiError && [400, 404].includes(answer.error.status) ? (
          <EmptyState
            heading="h1"
            icon={<Gift />}
            title="Este enlace no abre ningún regalo"
            text="Puede que ya lo canjearas: míralo en tu saldo. Si no, pide a quien te lo dio que te lo envíe otra vez."
            action={
              <Link {...paths.myBookings({ tab: 'wallet' })} className={buttonClass({ tone: 'secondary' })}>
                Ver mi saldo
              </Link>
            }
          />
        ) : (
          <ErrorState text={answer.error?.message ?? ''} onRetry={() => answer.refetch()} />
        )}
      </Page>
    )
  return (
    <Page>
      <h1 className="text-3xl break-words">
        {gift.to}, {gift.from} te hizo un regalo
      </h1>
      <div className="print-sheet">
        <GiftFace {...gift} code={spacedGiftCode(readGiftCode(code) ?? '')} />
      </div>
      <Card className="no-print flex flex-col gap-4">
        {signedIn ? (
          <>
            <p>
              Los {formatCents(gift.amountCents)} se suman a tu saldo en Kalli. No vencen y pagan la cita que
              quieras, junto con tu tarjeta.
            </p>
            <Button size="large" busy={redeeming.isPending} onClick={() => redeeming.mutate()}>
              Canjear {formatCents(gift.amountCents)}
            </Button>
            {redeeming.error === null ? null : (
              <p role="alert" className="font-medium text-chile">
                {redeeming.error.message}
              </p>
            )}
          </>
        ) : (
          <>
            <p>
              Entra a tu cuenta para guardarlo en tu saldo. Sin cuenta, escribe el código al pagar una cita.
            </p>
            <div className="flex flex-wrap gap-3">
              <Link {...paths.auth({ redirect: `/dynamic-checkout?gift=${code}` })} className={buttonClass()}>
                Entrar o crear mi cuenta
              </Link>
              <Link {...paths.search()} className={buttonClass({ tone: 'secondary' })}>
                Buscar con quién
              </Link>
            </div>
          </>
        )}
        <Button tone="quiet" size="small" className="self-start" onClick={() => window.print()}>
          <Printer aria-hidden className="size-4.5" />
          Imprimir
        </Button>
      </Card>
    </Page>
  )
}

const Page = ({ children }: { children: ReactNode }) => (
  <section className="page py-8">
    <div className="mx-auto flex max-w-form flex-col gap-6">{children}</div>
  </section>
)
