import { Link, type LinkProps } from '@tanstack/react-router'
import type { RequestParams } from '#contract/booking/request/request.ts'
import { Question } from '#web/parts/time/question.tsx'
import { HourLine } from '#web/parts/booking/hours/hour-line.tsx'
import ProposedChange from '#web/parts/booking/change/proposed-change.tsx'
import RescueCard from '#web/parts/booking/visit/rescue-card.tsx'
import { useRefreshBookings } from '#web/parts/booking/summary/use-refresh-bookings.ts'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'

/** A question to the professional about an active or past visit: the deadline, and the answer or a link to it. */
export const RequestedCard = ({
  search: { kind, deadline, booking: one },
  isNext,
  isShown,
}: {
  search: RequestParams
  isNext: boolean
  isShown: boolean
}) => {
  const refresh = useRefreshBookings()
  const visit: LinkProps = one.kind === 'rent' ? paths.rents(one.id) : paths.appointments({ visit: one.id })
  const { title, text, link, button } = words[kind]
  return (
    <Question
      title={title}
      about={[one.kind === 'rent' ? one.place.name : one.client?.firstName, one.service.name]
        .filter((part, place, all) => Boolean(part) && all.indexOf(part) === place)
        .join(' · ')}
      when={shortOf(one.startsAt, one.zone)}
      until={deadline}
      onEnd={() => void refresh()}
      isNext={isNext}
      isShown={isShown}
    >
      <p className="flex items-start gap-2 text-[0.9375rem]">
        <HourLine booking={one} />
      </p>
      {text === undefined ? null : <p className="text-[0.9375rem]">{text}</p>}
      {kind === 'change' ? (
        one.change === null ? null : (
          <ProposedChange booking={one} change={one.change} as="professional" />
        )
      ) : kind === 'rescue' && one.rescue !== null ? (
        <RescueCard booking={one} rescue={one.rescue} as="professional" />
      ) : null}
      <div className="flex flex-wrap gap-3 border-t border-line pt-4">
        {link === undefined ? null : (
          <Link {...link(one.id)} className={buttonClass({ size: 'small' })}>
            {button}
          </Link>
        )}
        <Link {...visit} className={buttonClass({ tone: 'quiet', size: 'small' })}>
          {one.kind === 'rent' ? 'Ver la renta' : 'Ver la cita'}
        </Link>
      </div>
    </Question>
  )
}

type Words = { title: string; text?: string; link?: (id: string) => LinkProps; button?: string }

const words: Readonly<Record<RequestParams['kind'], Words>> = {
  change: { title: 'Proponen otra hora' },
  rescue: { title: 'Otro lugar para tu cita' },
  absence: {
    title: 'Dicen que no llegaste',
    text: 'Si sí estuviste, dilo con algo que lo muestre: mientras tanto nada se cobra.',
    link: paths.noShow,
    button: 'Ver y responder',
  },
  dispute: {
    title: 'Reportaron un problema',
    text: 'Responde con tu versión: sin respuesta se decide por quien reportó.',
    link: paths.problem,
    button: 'Ver y responder',
  },
  overtime: {
    title: 'Te cobran tiempo extra',
    text: 'Si no te quedaste ese tiempo, dilo: solo ese importe queda en pausa.',
    link: paths.problem,
    button: 'Ver el cobro',
  },
}
