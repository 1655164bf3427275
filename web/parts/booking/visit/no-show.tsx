import { useMutation, useQuery } from '@tanstack/react-query'
import type { Booking } from '#contract/booking/booking.ts'
import { formatCents } from '#contract/platform/money.ts'
import * as contract from '#contract/booking/visit/no-show.ts'
import type { NoShow, NoShowState } from '#contract/booking/visit/no-show.ts'
import { call, reading } from '#web/api.ts'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { saidBefore } from '#web/parts/booking/summary/delay-words.ts'
import { useRefreshBookings } from '#web/parts/booking/summary/use-refresh-bookings.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { TextArea } from '#web/ui/form/input.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { toast, toastError } from '#web/ui/toast.ts'

type Side = 'client' | 'professional' | 'host'
type Props = {
  booking: Pick<Booking, 'id' | 'zone'>
  as: Side
  token?: string | undefined
}

/** The settlement of a no-show, and what the viewer may still do about it. */
export default function NoShowPanel({ booking: one, as, token }: Props) {
  const query = token === undefined ? {} : { t: token }
  const answer = useQuery(reading(contract.noShow, { params: { id: one.id }, query }))
  if (answer.isPending) return <Skeleton className="h-32 rounded-lg" />
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
  const { noShow } = answer.data
  if (noShow === null) return null
  const [title, text] = words[noShow.absent][as](reported(noShow), shortOf(noShow.contestBy, one.zone))[
    noShow.state
  ]
  return (
    <div role="group" aria-label="Inasistencia" className="flex flex-col gap-4 rounded-md bg-sunk px-4 py-4">
      <div>
        <h2 className="font-display text-lg leading-tight font-semibold">{title}</h2>
        <p className="mt-1 text-[0.9375rem] text-muted">{text}</p>
      </div>
      {saidBefore(noShow.delays, one.zone).map((text) => (
        <p key={text} className="text-[0.9375rem]">
          {text}
        </p>
      ))}
      {noShow.evidence === null ? null : (
        <blockquote className="border-l-4 border-line px-4 py-1 wrap-anywhere whitespace-pre-wrap">
          {noShow.evidence}
        </blockquote>
      )}
      {as === noShow.absent ? (
        <Contest of={noShow} as={noShow.absent} id={one.id} query={query} />
      ) : as === 'professional' ? (
        <Withdraw of={noShow} id={one.id} />
      ) : null}
    </div>
  )
}

type Words = Readonly<Record<NoShowState, readonly [title: string, text: string]>>
type PartyStatement = Omit<NoShow, 'feeCents' | 'refundCents'> & { feeCents: number; refundCents: number }
type Say = (of: PartyStatement, until: string) => Words

/** A host sees no amounts of the client, and their texts have none. */
const reported = (of: NoShow): PartyStatement => ({
  ...of,
  feeCents: of.feeCents ?? 0,
  refundCents: of.refundCents ?? 0,
})

/** Where no part of the price was due at booking. */
const isNothingPaid = ({ feeCents, refundCents }: PartyStatement) => feeCents + refundCents === 0
const allBack = (of: PartyStatement) =>
  isNothingPaid(of) ? 'No habías pagado nada.' : 'Todo lo que pagaste va de regreso por donde pagaste.'
const onItsWay = ({ refundCents }: PartyStatement) =>
  refundCents === 0 ? '' : `Ya van de regreso ${formatCents(refundCents)}. `

const ofClient: Record<Side, Say> = {
  client: (of, until) => ({
    open: [
      `Tu cuota de ${formatCents(of.feeCents)} está en pausa`,
      `${onItsWay(of)}La cuota se cobra el ${until}. Si no fue así, dilo antes.`,
    ],
    contested: [
      'Estamos revisando lo que dijiste',
      `Mientras tanto nadie cobra los ${formatCents(of.feeCents)}. Te avisamos.`,
    ],
    stands:
      of.feeCents === 0
        ? ['No se te cobra nada', allBack(of)]
        : ['Quedó que no llegaste', `Se cobró la cuota de ${formatCents(of.feeCents)}.`],
    falls: ['Te dimos la razón', allBack(of)],
    withdrawn: ['Se retiró el aviso de que no llegaste', allBack(of)],
  }),
  professional: (of, until) => ({
    open: [
      `Cuota de ${formatCents(of.feeCents)} en pausa`,
      `Tu cliente puede decir que no fue así hasta el ${until}; después recibes tu parte.`,
    ],
    contested: [
      'Tu cliente dice que no fue así',
      'La cuota queda en pausa hasta que la retires o Kalli la revise.',
    ],
    stands:
      of.feeCents === 0
        ? [
            'Sin cuota',
            isNothingPaid(of)
              ? 'Esta cita no pidió anticipo: no se cobró nada.'
              : 'Tu política no cobra cuando no llegan.',
          ]
        : ['Cuota cobrada', 'En tu recibo ves lo que te toca.'],
    falls: ['Se resolvió que no se cobra', 'Tu cliente no paga nada.'],
    withdrawn: ['Retiraste el aviso de que no llegó', 'Tu cliente no paga nada.'],
  }),
  // Never shown to a host.
  host: () => ({
    open: ['', ''],
    contested: ['', ''],
    stands: ['', ''],
    falls: ['', ''],
    withdrawn: ['', ''],
  }),
}

const ofProfessional: Record<Side, Say> = {
  client: (of, until) => ({
    open: [
      of.started
        ? 'Registraste que no llegó'
        : isNothingPaid(of)
          ? 'No llegó quien te atiende'
          : 'Te devolvemos todo',
      of.started
        ? `Había registrado que la cita empezó${isNothingPaid(of) ? '' : ', así que lo pagado queda en pausa'}. Si nadie dice otra cosa antes del ${until}, ${isNothingPaid(of) ? '' : 'recuperas lo que pagaste y '}recibes ${formatCents(of.creditCents)} de saldo.`
        : `${onItsWay(of)}Si nadie dice otra cosa antes del ${until}, recibes ${
            of.feeCents === 0
              ? ''
              : `${of.refundCents === 0 ? 'lo que pagaste' : 'lo que falta'}, ${formatCents(of.feeCents)}, y `
          }${formatCents(of.creditCents)} de saldo para tu próxima reserva.`,
    ],
    contested: ['Dice que sí llegó', 'Estamos leyendo lo que dice cada parte. Te avisamos.'],
    stands: [
      isNothingPaid(of) ? 'Quedó que no llegó' : 'Recuperaste todo',
      `Tienes ${formatCents(of.creditCents)} de saldo a favor: úsalo al pagar tu próxima reserva.`,
    ],
    falls: [
      'Se resolvió que sí estuvo ahí',
      of.feeCents === 0 ? allBack(of) : `Se cobró la cuota por inasistencia de ${formatCents(of.feeCents)}.`,
    ],
    withdrawn: ['', ''],
  }),
  professional: (of, until) => ({
    open: [
      'Registraron que no llegaste',
      `Lo dijo ${of.saidBy === 'host' ? 'el espacio' : 'tu cliente'}. Si no dices otra cosa antes del ${until}, ${isNothingPaid(of) ? '' : 'tu cliente no paga la cita y '}pagas ${owed(of)}.`,
    ],
    contested: ['Estamos revisando lo que dices', 'Mientras tanto no se te descuenta nada.'],
    stands: ['Quedó que no llegaste', `Se descuentan de tu próximo depósito: ${owed(of)}.`],
    falls: [
      'Te dimos la razón',
      of.feeCents === 0
        ? 'No se te descuenta nada.'
        : 'Recibes tu parte de la cuota por inasistencia; está en tu recibo.',
    ],
    withdrawn: ['', ''],
  }),
  host: (_, until) => ({
    open: [
      'No llegó quien atiende',
      `Si nadie dice otra cosa antes del ${until}, recibes la renta completa.`,
    ],
    contested: ['Dice que sí llegó', 'Lo revisamos y te avisamos.'],
    stands: ['Quedó que no llegó', 'Recibes la renta completa, a cargo de quien no llegó.'],
    falls: ['Se resolvió que sí estuvo ahí', 'Recibes la renta que toca de la cuota por inasistencia.'],
    withdrawn: ['', ''],
  }),
}

const owed = ({ creditCents, rentCents }: PartyStatement) =>
  `${formatCents(creditCents)} de saldo para tu cliente${rentCents === 0 ? '' : ` y ${formatCents(rentCents)} de renta`}`

const words = { client: ofClient, professional: ofProfessional } as const

const Contest = ({
  of: one,
  as,
  id,
  query,
}: {
  of: NoShow
  as: contract.Absent
  id: string
  query: { t?: string }
}) => {
  const refresh = useRefreshBookings()
  const [move] = one.moves
  const form = useForm({ initial: { evidence: '' }, draft: `no-show-${id}` })
  const { evidence } = form.values
  const contesting = useMutation({
    mutationFn: () =>
      call(contract.contestNoShow, { params: { id }, query, body: { version: one.version, as, evidence } }),
    onSuccess: () => {
      form.forget()
      toast('Recibimos lo que dijiste', 'El dinero queda en pausa hasta que se resuelva.', 'good')
    },
    onSettled: refresh,
  })
  if (one.state !== 'open' || move === undefined) return null
  return (
    <Form
      className="flex flex-col gap-3"
      onSubmit={form.submit(() =>
        move.allowed && evidence.trim() !== '' ? contesting.mutateAsync() : undefined,
      )}
    >
      <Field
        label="¿Qué pasó?"
        hint={`Cuenta a qué hora llegaste o por qué no fue así, y cómo se puede comprobar. Lo lee ${as === 'client' ? 'quien te iba a atender' : 'tu cliente'}.`}
      >
        {(control) => (
          <TextArea
            {...control}
            name="evidence"
            rows={3}
            required
            maxLength={1000}
            {...form.text('evidence')}
          />
        )}
      </Field>
      {contesting.isError ? (
        <p role="alert" className="font-medium text-chile">
          {contesting.error.message}
        </p>
      ) : null}
      <div>
        <Button
          type="submit"
          tone="secondary"
          busy={contesting.isPending}
          blocked={
            move.allowed ? (evidence.trim() === '' ? 'Escribe primero qué pasó.' : undefined) : move.reason
          }
        >
          Decir que no fue así
        </Button>
      </div>
    </Form>
  )
}

const Withdraw = ({ of: one, id }: { of: NoShow; id: string }) => {
  const refresh = useRefreshBookings()
  const [move] = one.moves
  const withdrawing = useMutation({
    mutationFn: () => call(contract.withdrawNoShow, { params: { id }, body: { version: one.version } }),
    onSuccess: () => toast('Retiraste el aviso de que no llegó', 'Tu cliente no paga nada.', 'good'),
    onError: (problem) => toastError('Error', problem.message),
    onSettled: refresh,
  })
  if (move === undefined || one.decidedAt !== null) return null
  return (
    <div className="flex flex-col gap-2">
      <FormError of={withdrawing.error} />
      <Button
        tone="secondary"
        size="small"
        className="self-start"
        busy={withdrawing.isPending}
        blocked={move.allowed ? undefined : move.reason}
        onClick={() => withdrawing.mutate()}
      >
        Retirar y devolver todo
      </Button>
    </div>
  )
}
