import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as contract from '#contract/booking/series/link.ts'
import type { BookingLink } from '#contract/booking/series/link.ts'
import { publicProfessional } from '#contract/search/public-page.ts'
import type { Slot } from '#contract/availability/slot.ts'
import { ApiError, call, reading } from '#web/api.ts'
import { SlotPicker } from '#web/parts/booking/slots/slot-picker.tsx'
import { dayOfVisit, daysShown, todayAt } from '#web/parts/booking/hours/slots-reading.ts'
import { useOnwards } from '#web/parts/booking/series/onwards.ts'
import { addDays, shortOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

/** Another hour of the same service instead: held at once, which frees the proposed one. */
export default function OtherHour({
  one,
  token,
  onOver,
}: {
  one: BookingLink
  token: string
  onOver: () => void
}) {
  const onwards = useOnwards()
  const [slot, setSlot] = useState<Slot>()
  // The names of the hours' places; the hours do not wait for them.
  const shown = useQuery(
    reading(publicProfessional, { params: { id: String(one.professional.id) }, query: {} }),
  )
  const countering = useMutation({
    mutationFn: (slotToken: string) => call(contract.counterLink, { params: { token }, body: { slotToken } }),
    onSuccess: onwards,
    onError: (problem) => {
      if (problem instanceof ApiError && problem.code === 'link_over') onOver()
    },
  })
  return (
    <Card className="flex flex-col gap-5">
      <h2 className="text-xl">Elige otra hora</h2>
      <SlotPicker
        places={shown.data?.places ?? [one.place]}
        from={todayAt(one.zone)}
        startAt={dayOfVisit(one.startsAt, one.zone)}
        chosen={slot}
        onChoose={setSlot}
        readingOf={(from) =>
          reading(contract.linkSlots, {
            params: { token },
            query: { from, to: addDays(from, daysShown - 1) },
          })
        }
      />
      {countering.isError ? (
        <p role="alert" className="font-medium text-chile">
          {countering.error.message}
        </p>
      ) : null}
      <Button
        className="self-start"
        busy={countering.isPending}
        blocked={slot === undefined ? 'Elige primero una hora.' : undefined}
        onClick={() => slot !== undefined && countering.mutate(slot.token)}
      >
        {slot === undefined ? 'Tomar otra hora' : `Tomar ${shortOf(slot.startsAt, one.zone)}`}
      </Button>
    </Card>
  )
}
