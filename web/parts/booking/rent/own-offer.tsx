import type { HandOver } from '#contract/booking/rent/hand-over.ts'
import { useAnswer } from '#web/parts/booking/rent/offered-hours.tsx'
import { shortOf, timeOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'

const partText = ({ rent }: HandOver) =>
  `de ${timeOf(rent.startsAt, rent.zone)} a ${timeOf(rent.endsAt, rent.zone)}`

/** The viewer's own offer, while it is unanswered. */
export const OwnOffer = ({ offer }: { offer: HandOver }) => {
  const answering = useAnswer(offer)
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-maiz-soft px-4 py-3 text-maiz-ink">
      <p>
        Ofreciste {offer.part ? partText(offer) : 'estas horas'} a{' '}
        <span className="font-semibold">{offer.to.name}</span>. Responde antes del{' '}
        {shortOf(offer.expiresAt, offer.rent.zone)}.
      </p>
      <Button
        size="small"
        tone="secondary"
        busy={answering.isPending}
        onClick={() => answering.mutate('withdraw')}
      >
        Retirar oferta
      </Button>
      {answering.error === null ? null : (
        <p role="alert" className="w-full font-medium text-chile">
          {answering.error.message}
        </p>
      )}
    </div>
  )
}
