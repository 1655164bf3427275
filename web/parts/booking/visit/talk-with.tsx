import { useQuery } from '@tanstack/react-query'
import type { Booking } from '#contract/booking/booking.ts'
import { hostDay, type HostDay } from '#contract/booking/day.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { reading } from '#web/api.ts'
import { TalkButton } from '#web/parts/conversation/talk-button.tsx'
import { dateIn } from '#web/parts/time/wall-clock.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { whatsappTo } from '#web/ui/whatsapp.ts'

/** A visit has no conversation with its host: the one about their agreement is opened, or WhatsApp to a member of the business. */
export const TalkWith = ({ booking: one, talks }: { booking: Booking; talks: HostDay['talks'] }) => {
  const talk = talks.find(
    ({ professionalId, spaceId }) => professionalId === one.professional.id && spaceId === one.place.spaceId,
  )
  if (one.kind === 'rent' || talk === undefined) return null
  const name = `${one.professional.firstName} ${one.professional.lastName}`
  if (talk.about !== null)
    return <TalkButton where={{ kind: talk.about.kind, about: talk.about.id, as: 'host' }} with={name} />
  return talk.phone === null ? null : (
    <a
      href={whatsappTo(talk.phone, `Hola, ${one.professional.firstName}:`)}
      target="_blank"
      rel="noreferrer"
      className={buttonClass({ tone: 'secondary', size: 'small' })}
    >
      WhatsApp<span className="sr-only"> a {name}</span>
    </a>
  )
}

/** The same where the conversations of the day are not loaded yet: a booking opened from a list or the calendar. */
export const TalkOfDay = ({ booking: one }: { booking: Booking }) => {
  const { data } = useQuery({
    ...reading(hostDay, { query: { date: dateIn(one.startsAt, one.zone) } }),
    enabled: one.kind === 'visit',
    staleTime: minuteMs,
  })
  return data === undefined ? null : <TalkWith booking={one} talks={data.talks} />
}
