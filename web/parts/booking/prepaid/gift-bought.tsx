import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, KeyRound } from 'lucide-react'
import * as contract from '#contract/booking/prepaid/gift-card.ts'
import { ApiError, reading } from '#web/api.ts'
import { BankAsks } from '#web/parts/booking/payment/bank-asks.tsx'
import { GiftActions } from '#web/parts/booking/prepaid/gift-actions.tsx'
import { GiftFace } from '#web/parts/booking/prepaid/gift-face.tsx'
import { GiftBadge, giftStory } from '#web/parts/booking/prepaid/gift-state.tsx'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { PageLoading } from '#web/ui/spinner.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'

/** Polled every three seconds while a bank or a processor has not answered. */
const pollMs = 3_000

/** A bought gift card, for its buyer: its status, and the possible actions. */
export const GiftBought = ({ id, t }: { id: string; t: string | undefined }) => {
  const answer = useQuery({
    ...reading(contract.giftCard, { params: { id }, query: t === undefined ? {} : { t } }),
    retry: false,
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) => (data?.status === 'awaiting_payment' ? pollMs : false),
  })
  if (answer.isPending) return <PageLoading />
  const card = answer.data
  return (
    <section className="page py-8">
      <div className="mx-auto flex max-w-list flex-col gap-7">
        {card !== undefined ? (
          <>
            <header className="flex flex-col gap-3">
              {card.status === 'active' ? <CircleCheck aria-hidden className="size-10 text-agave" /> : null}
              <h1 className="text-3xl">{titleOf(card)}</h1>
            </header>
            <div className="grid gap-6 sm:grid-cols-2 sm:items-start">
              <GiftFace {...card} />
              <Card className="flex flex-col gap-5">
                <div className="flex flex-col items-start gap-2">
                  <GiftBadge card={card} />
                  <p className="break-words">{giftStory(card)}</p>
                </div>
                {card.status === 'awaiting_payment' && card.payment?.actionUrl ? (
                  <BankAsks address={card.payment.actionUrl} />
                ) : null}
                {card.status === 'failed' ? (
                  <Link {...paths.giftCard()} className={buttonClass()}>
                    Intentar con otra tarjeta
                  </Link>
                ) : null}
                <GiftActions card={card} t={t} />
              </Card>
            </div>
          </>
        ) : answer.error instanceof ApiError && [400, 404].includes(answer.error.status) ? (
          <EmptyState
            heading="h1"
            icon={<KeyRound />}
            title="Aquí no hay ninguna tarjeta de regalo"
            text="Ábrela con el enlace de tu recibo, o entra con la cuenta con la que la compraste."
            action={
              <Link {...paths.giftCard()} className={buttonClass()}>
                Regalar una tarjeta
              </Link>
            }
          />
        ) : (
          <ErrorState text={answer.error?.message ?? ''} onRetry={() => answer.refetch()} />
        )}
      </div>
    </section>
  )
}

const titleOf = ({ status, to }: contract.OwnGiftCard) =>
  ({
    awaiting_payment: 'Estamos confirmando tu pago',
    failed: 'Tu banco no aprobó el pago',
    active: `Tu regalo para ${to} está listo`,
    redeemed: `${to} ya tiene tu regalo`,
    cancelled: 'Esta tarjeta de regalo ya no vale',
  })[status]
