import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as contract from '#contract/booking/rent/reservation.ts'
import * as transferHours from '#contract/booking/rent/hand-over.ts'
import type { HandOver } from '#contract/booking/rent/hand-over.ts'
import { call, keyOf, reading } from '#web/api.ts'
import { dayOf, shortOf, timeOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { toast } from '#web/ui/toast.ts'

/** Hours that another professional rented and offers to the viewer; nothing when there are none. */
export const OfferedHours = () => {
  const answer = useQuery(reading(transferHours.handOvers, {}))
  if (answer.data === undefined || answer.data.length === 0) return null
  return (
    <section aria-label="Horas que te ceden" className="flex flex-col gap-4">
      {answer.data.map((offer) => (
        <Offered key={offer.id} offer={offer} />
      ))}
    </section>
  )
}

const Offered = ({ offer }: { offer: HandOver }) => {
  const { rent } = offer
  const answering = useAnswer(offer)
  return (
    <Card className="flex flex-col gap-4 border-jacaranda/50">
      <div>
        <h2 className="text-xl">{offer.from.name} te cede horas</h2>
        <p className="text-muted">
          <span className="inline-block first-letter:uppercase">{dayOf(rent.startsAt, rent.zone)}</span>,{' '}
          <span className="figures">
            {timeOf(rent.startsAt, rent.zone)} a {timeOf(rent.endsAt, rent.zone)}
          </span>{' '}
          · {rent.spaceName}, {rent.unitName}
        </p>
      </div>
      {offer.message === '' ? null : <p className="measure">«{offer.message}»</p>}
      <p className="text-[0.9375rem] text-muted">
        Ya están pagadas: si las tomas no se te cobra nada, y si después las devuelves el dinero vuelve a
        quien pagó. Responde antes del {shortOf(offer.expiresAt, rent.zone)}.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button size="small" busy={answering.isPending} onClick={() => answering.mutate('accept')}>
          Tomar las horas
        </Button>
        <Button
          size="small"
          tone="quiet"
          busy={answering.isPending}
          onClick={() => answering.mutate('decline')}
        >
          No, gracias
        </Button>
      </div>
      {answering.error === null ? null : (
        <p role="alert" className="font-medium text-chile">
          {answering.error.message}
        </p>
      )}
    </Card>
  )
}

const said = {
  accept: ['Las horas son tuyas', 'Tus clientes ya pueden reservar en ellas.'],
  decline: ['Le avisamos', 'Las horas siguen siendo suyas.'],
  withdraw: ['Oferta retirada', 'Las horas siguen siendo tuyas.'],
} as const

/** One answer to an offer; then every list that contains it is reloaded. */
export const useAnswer = (offer: HandOver) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (move: transferHours.HandOverMove) =>
      call(transferHours.answerHandOver, {
        params: { id: offer.id, move },
        body: { version: offer.version },
      }),
    onSuccess: (_, move) => {
      const [title, text] = said[move]
      toast(title, text, 'good')
    },
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: keyOf(transferHours.handOvers) })
      await queryClient.invalidateQueries({ queryKey: keyOf(contract.reservations) })
    },
  })
}
