import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as contract from '#contract/booking/rent/reservation.ts'
import type { Reservation } from '#contract/booking/rent/reservation.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { call, keyOf, reading } from '#web/api.ts'
import { hides } from '#web/parts/conversation/hides.ts'
import { choicesOf, HoursChoice } from '#web/parts/booking/rent/hours-choice.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { durationText, timeOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { TextArea } from '#web/ui/form/input.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'
import { toast } from '#web/ui/toast.ts'

/** Offers rented hours to another professional, with a message. They stay the viewer's until the other accepts. */
export default function HandOverDialog({ rent, onClose }: { rent: Reservation; onClose: () => void }) {
  const offer = useHandOver(rent, onClose)
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Ceder horas"
      description="A alguien que también trabaja en este espacio. El precio no cambia y no se le cobra nada."
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Cerrar
          </Button>
          <Button
            blocked={offer.unavailable ?? offer.problem ?? undefined}
            busy={offer.offering.isPending}
            onClick={() => offer.professionalId !== undefined && offer.offering.mutate(offer.professionalId)}
          >
            Ofrecer horas
          </Button>
        </>
      }
    >
      {offer.answer.isPending ? (
        <div aria-busy="true">
          <span className="sr-only">Buscando quién puede tomarlas…</span>
          <Skeleton className="h-12" />
        </div>
      ) : offer.answer.isLoadingError ? (
        <ErrorState text={offer.answer.error.message} onRetry={() => offer.answer.refetch()} />
      ) : offer.people.length === 0 ? (
        <p className="text-muted">
          Nadie más tiene convenio en este espacio. Puedes devolver las horas para que se ofrezcan otra vez.
        </p>
      ) : (
        <OfferFields rent={rent} offer={offer} />
      )}
    </Dialog>
  )
}

/** The hours, the person and the message, and the offer. */
const useHandOver = (rent: Reservation, onClose: () => void) => {
  const queryClient = useQueryClient()
  const answer = useQuery(reading(contract.heirs, { params: { id: rent.id } }))
  const [chosen, choose] = useState<number>()
  const form = useForm({
    initial: () => ({ message: '', startsAt: rent.startsAt, endsAt: rent.endsAt }),
    draft: `hand-over-${rent.id}`,
    unstored: ['startsAt', 'endsAt'],
  })
  const { message, startsAt, endsAt } = form.values
  const { from, to } = choicesOf(rent)
  const problem = problemOf(rent, startsAt, endsAt)
  const people = answer.data ?? []
  const professionalId = chosen ?? people[0]?.id
  const unavailable = answer.isPending
    ? 'Buscando quién puede tomarlas…'
    : answer.isLoadingError
      ? 'No sabemos a quién se pueden ofrecer.'
      : professionalId === undefined
        ? 'No hay a quién ofrecerlas.'
        : null
  const offering = useMutation({
    mutationFn: (professionalId: number) =>
      call(contract.offerHours, {
        params: { id: rent.id },
        body: { professionalId, message, version: rent.version, hours: { startsAt, endsAt } },
      }),
    onSuccess: async () => {
      form.accept()
      await queryClient.invalidateQueries({ queryKey: keyOf(contract.reservations) })
      toast('Oferta enviada', 'Te avisamos en cuanto responda.', 'good')
      onClose()
    },
  })
  return {
    unavailable,
    problem,
    offering,
    professionalId,
    answer,
    people,
    startsAt,
    from,
    setStart: form.pick('startsAt').onChange,
    endsAt,
    to,
    setEnd: form.pick('endsAt').onChange,
    choose,
    message,
    setMessage: form.pick('message').onChange,
  }
}

type HoursOffer = ReturnType<typeof useHandOver>

const OfferFields = ({ rent, offer }: { rent: Reservation; offer: HoursOffer }) => (
  <div className="flex flex-col gap-4">
    <HoursChoice
      zone={rent.zone}
      from={{ label: 'Cedo desde', value: offer.startsAt, options: offer.from, onChange: offer.setStart }}
      to={{ label: 'Hasta', value: offer.endsAt, options: offer.to, onChange: offer.setEnd }}
    />
    <p role="status" className={offer.problem === null ? 'text-muted' : 'font-medium text-chile'}>
      {offer.problem ?? stayText(rent, offer.startsAt, offer.endsAt)}
    </p>
    <Field label="Para">
      {(control) => (
        <Select
          {...control}
          value={offer.professionalId ?? ''}
          onChange={(event) => offer.choose(Number(event.target.value))}
        >
          {offer.people.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
    <Field label="Mensaje" required={false} hint={hides.untilAccepted}>
      {(control) => (
        <TextArea
          {...control}
          rows={2}
          maxLength={300}
          value={offer.message}
          onChange={(event) => offer.setMessage(event.target.value)}
        />
      )}
    </Field>
    <p className="text-sm text-muted">
      Siguen siendo tuyas hasta que diga que sí; tiene 24 horas, y nunca después de que empiecen. Tu recibo se
      queda contigo.
    </p>
    {offer.offering.error === null ? null : (
      <p role="alert" className="font-medium text-chile">
        {offer.offering.error.message}
      </p>
    )}
  </div>
)

/** Both sides must keep the minimum duration. */
const problemOf = (rent: Reservation, startsAt: string, endsAt: string): string | null => {
  const [from, to] = [Date.parse(startsAt), Date.parse(endsAt)]
  const [begin, end] = [Date.parse(rent.startsAt), Date.parse(rent.endsAt)]
  if (to <= from) return 'El final tiene que ir después del inicio.'
  if (from === begin && to === end) return null
  const least = rent.minimumMinutes * minuteMs
  if (to - from < least) return `Cede al menos ${durationText(rent.minimumMinutes)}.`
  if ([from - begin, end - to].some((left) => left > 0 && left < least))
    return `Conserva al menos ${durationText(rent.minimumMinutes)}, o cede todo.`
  return null
}

const stayText = (rent: Reservation, startsAt: string, endsAt: string) => {
  const atStart = startsAt === rent.startsAt
  if (atStart && endsAt === rent.endsAt) return 'Cedes todas tus horas.'
  if (!atStart && endsAt !== rent.endsAt)
    return `Conservas de ${timeOf(rent.startsAt, rent.zone)} a ${timeOf(startsAt, rent.zone)} y de ${timeOf(endsAt, rent.zone)} a ${timeOf(rent.endsAt, rent.zone)}: quedan como dos rentas.`
  const [from, to] = atStart ? [endsAt, rent.endsAt] : [rent.startsAt, startsAt]
  return `Conservas de ${timeOf(from, rent.zone)} a ${timeOf(to, rent.zone)}.`
}
