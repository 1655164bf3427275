import { Link } from '@tanstack/react-router'
import { CalendarCheck2, CalendarX2, Hourglass } from 'lucide-react'
import type { BookingLink, LinkState } from '#contract/booking/series/link.ts'
import { linkOf, wholeOf } from '#web/parts/booking/summary/shell.ts'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/page/states.tsx'

type Words = {
  title: string
  text: (one: BookingLink) => string
  /** A link to the booking itself, for a viewer who may open it. */
  onward?: string
}
const words: Readonly<Record<Exclude<LinkState, 'open' | 'accepted'>, Words>> = {
  paying: {
    title: 'Tu pago está en camino',
    text: () => 'Ya aceptaste esta cita y tu banco está respondiendo. En cuanto lo haga te llega el correo.',
    onward: 'Ver cómo va tu pago',
  },
  done: {
    title: 'Esta cita ya es tuya',
    text: (one) =>
      one.series === null
        ? `${one.service.name}, ${shortOf(one.startsAt, one.zone)}. El enlace para verla, moverla o cancelarla está en el correo de confirmación.`
        : 'Aceptaste las fechas que te quedaban y están con las demás de tu serie. La que quitaste quedó libre.',
  },
  waiting: {
    title: 'Falta la otra persona',
    text: (one) =>
      `Ya dijiste que sí. ${one.from.firstName} responde cada solicitud; te escribimos en cuanto lo haga.`,
  },
  declined: {
    title: 'Dijiste que no',
    text: (one) => `La hora quedó libre y ${one.from.firstName} ya lo sabe. No se te cobró nada.`,
  },
  countered: {
    title: 'Elegiste otra hora',
    text: () => 'Esta quedó libre. Si no terminaste de pagar la nueva, elige una otra vez.',
  },
  withdrawn: {
    title: 'Esta propuesta ya no está',
    text: (one) => `${one.from.firstName} la retiró antes de tu respuesta. No se te cobró nada.`,
  },
  expired: {
    title: 'El tiempo para responder terminó',
    text: () => 'La hora quedó libre y no se te cobró nada. Puedes elegir otra.',
  },
  changed: {
    title: 'Esta cita cambió',
    text: () => 'Ya no está como en tu mensaje. Mira tus reservas o elige otra hora.',
  },
}

const waitlistWords: Partial<typeof words> = {
  declined: {
    title: 'Lo dejaste pasar',
    text: () =>
      'Se lo ofrecemos a quien sigue. Tu espera sigue en pie; si dejas pasar dos, se pausa y la reanudas con un toque.',
  },
  expired: {
    title: 'El lugar ya no está apartado',
    text: () =>
      'Se lo ofrecimos a quien sigue y no se te cobró nada. Tu espera sigue en pie; si dejas pasar dos, se pausa y la reanudas con un toque.',
  },
}

const rescueWords: Partial<typeof words> = {
  waiting: {
    title: 'Dijiste que sí',
    text: (one) =>
      `Falta la respuesta de ${one.from.firstName}. Te escribimos en cuanto la haya; si dice que no, no te cuesta nada.`,
  },
  done: {
    title: 'Tu cita sigue en pie',
    text: (one) =>
      `${one.service.name}, ${shortOf(one.startsAt, one.zone)}. La dirección nueva está en el correo que te enviamos.`,
  },
  declined: {
    title: 'Dijiste que no',
    text: () => 'La cita quedó cancelada y recuperas todo lo que pagaste.',
  },
  expired: {
    title: 'El tiempo para responder terminó',
    text: () => 'La cita quedó cancelada y recuperas todo lo que pagaste. Puedes elegir otra hora.',
  },
}

const chatWords: Partial<typeof words> = {
  declined: {
    title: 'La soltaste',
    text: () => 'La hora quedó libre y no se te cobró nada. Puedes elegir otra, aquí o por mensaje.',
  },
  expired: {
    title: 'La hora ya no está apartada',
    text: () => 'Se acabó el tiempo y no se te cobró nada. Puedes elegir otra, aquí o por mensaje.',
  },
}

const wordsOf: Readonly<Record<BookingLink['kind'], Partial<typeof words>>> = {
  appointment: {},
  chat: chatWords,
  waitlist: waitlistWords,
  rescue: rescueWords,
}

/** The professional answers only after the payment. */
const toBePaid = (payBy: string): Words => ({
  title: 'Falta tu pago',
  text: (one) =>
    `Ya aceptaste esta cita y la apartamos hasta el ${shortOf(payBy, one.zone)}\u00a0h. Te enviamos cómo pagar.`,
  onward: 'Ver cómo pagar',
})

/** The state of a proposal that no longer awaits an answer, and what the client can do next. */
export default function Over({
  one,
  state,
  isGuest,
}: {
  one: BookingLink
  state: Exclude<LinkState, 'open' | 'accepted'>
  isGuest: boolean
}) {
  const {
    title,
    text,
    onward = 'Ver mi cita',
  } = one.payBy === null ? (wordsOf[one.kind][state] ?? words[state]) : toBePaid(one.payBy)
  const isMine = state === 'done' || state === 'waiting' || state === 'paying' || state === 'changed'
  return (
    <EmptyState
      heading="h1"
      icon={
        state === 'done' ? (
          <CalendarCheck2 />
        ) : state === 'paying' || state === 'waiting' ? (
          <Hourglass />
        ) : (
          <CalendarX2 />
        )
      }
      title={title}
      text={text(one)}
      action={
        one.page !== null ? (
          <Link {...paths.bookingSuccess(one.page.id, one.page.t)} className={buttonClass()}>
            {onward}
          </Link>
        ) : isMine ? (
          <Link {...(isGuest ? paths.guestBookings() : paths.myBookings())} className={buttonClass()}>
            {isGuest ? 'Ver mis citas' : 'Ver mis reservas'}
          </Link>
        ) : (
          <Link {...linkOf('booking', wholeOf({ ...one, ...one.whole }))} className={buttonClass()}>
            Elegir otra hora
          </Link>
        )
      }
    />
  )
}
