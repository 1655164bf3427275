import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Gift } from 'lucide-react'
import { formatCents } from '#contract/platform/money.ts'
import * as contract from '#contract/booking/prepaid/gift-card.ts'
import { reading } from '#web/api.ts'
import { BankAsks } from '#web/parts/booking/payment/bank-asks.tsx'
import { GiftActions } from '#web/parts/booking/prepaid/gift-actions.tsx'
import { GiftBadge, giftStory } from '#web/parts/booking/prepaid/gift-state.tsx'
import { RedeemCode } from '#web/parts/booking/prepaid/redeem-code.tsx'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import Fold from '#web/ui/fold.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

const pollMs = 3_000

/** Redeem one, give one, and those that the viewer gave. */
export const OwnGiftCards = () => {
  const answer = useQuery({
    ...reading(contract.ownGiftCards),
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'awaiting_payment') === true ? pollMs : false,
  })
  return (
    <section aria-label="Tarjetas de regalo" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">Tarjetas de regalo</h2>
        <Link {...paths.giftCard()} className={buttonClass({ tone: 'secondary', size: 'small' })}>
          <Gift aria-hidden className="size-4.5" />
          Regalar una
        </Link>
      </div>
      <Card>
        <RedeemCode />
      </Card>
      {answer.isPending ? (
        <Skeleton className="h-40 rounded-lg" />
      ) : answer.isLoadingError ? (
        <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
      ) : (
        <Given cards={answer.data ?? []} />
      )}
    </section>
  )
}

/** The used-up ones are folded into one line. */
const Given = ({ cards }: { cards: readonly contract.OwnGiftCard[] }) => {
  const [over, open] = [cards.filter(isOver), cards.filter((card) => !isOver(card))]
  return (
    <>
      {open.length === 0 ? null : <Cards cards={open} />}
      {over.length === 0 ? null : (
        <Fold label="Ya canjeadas o devueltas" value={String(over.length)}>
          <Cards cards={over} />
        </Fold>
      )}
    </>
  )
}

const isOver = ({ status }: contract.OwnGiftCard) => status === 'redeemed' || status === 'cancelled'

const Cards = ({ cards }: { cards: readonly contract.OwnGiftCard[] }) => (
  <ul className="grid gap-4 lg:grid-cols-2">
    {cards.map((card) => (
      <li key={card.id}>
        <Card className="flex h-full flex-col gap-4">
          <div className="flex flex-wrap items-start justify-between gap-3">
            <h3 className="text-lg break-words">
              {formatCents(card.amountCents)} para {card.to}
            </h3>
            <GiftBadge card={card} />
          </div>
          <p className="text-[0.9375rem] break-words text-muted">{giftStory(card)}</p>
          {card.status === 'awaiting_payment' && card.payment?.actionUrl ? (
            <BankAsks address={card.payment.actionUrl} />
          ) : null}
          <GiftActions card={card} t={undefined} />
        </Card>
      </li>
    ))}
  </ul>
)
