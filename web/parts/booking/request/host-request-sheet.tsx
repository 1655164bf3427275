import { Link } from '@tanstack/react-router'
import { Clock, UserRound, Wallet } from 'lucide-react'
import type { Booking } from '#contract/booking/booking.ts'
import * as request from '#contract/booking/request/request.ts'
import { HourLine } from '#web/parts/booking/hours/hour-line.tsx'
import ProposedChange from '#web/parts/booking/change/proposed-change.tsx'
import { useHostAnswer } from '#web/parts/booking/request/use-host-answer.ts'
import { PlaceIcon } from '#web/parts/booking/summary/place-icon.tsx'
import { Price } from '#web/parts/payment/price.tsx'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useForm } from '#web/ui/form/use-form.ts'

/** "Too far" does not apply to a place. */
const reasons = request.DeclineReason.options.filter((reason) => reason !== 'too_far')

type Props = { one: Booking; until: string; onClose: () => void }

/** One visit that awaits its host: client, time, unit, rent, and the answer. */
export const HostRequestSheet = ({ one, until, onClose }: Props) => (
  <Dialog
    open
    onOpenChange={(stays) => (stays ? undefined : onClose())}
    title={`${one.professional.firstName} ${one.professional.lastName}`}
    description={
      one.change === null ? 'Por su convenio, tú respondes cada cita.' : 'Piden otra hora para esta cita.'
    }
  >
    <div className="flex flex-col gap-5">
      <Facts one={one} until={until} />
      {one.change === null ? (
        <Answer one={one} onClose={onClose} />
      ) : (
        <ProposedChange booking={one} change={one.change} as="host" />
      )}
    </div>
  </Dialog>
)

const Facts = ({ one, until }: { one: Booking; until: string }) => (
  <ul className="flex flex-col gap-2">
    <li className="flex items-start gap-2">
      <HourLine booking={one} />
    </li>
    <li className="flex items-start gap-2">
      <PlaceIcon modality={one.place.modality} className="mt-1 size-4 shrink-0 text-barro" />
      <span>{[one.place.unitName, one.place.name].filter(Boolean).join(', ')}</span>
    </li>
    <li className="flex items-start gap-2">
      <UserRound aria-hidden className="mt-1 size-4 shrink-0 text-barro" />
      <span>
        Para {one.client?.firstName ?? 'su cliente'}
        {one.persons === 1 ? '' : ` · ${one.persons} personas`} ·{' '}
        <Link {...paths.professional(one.professional.id)} className="font-semibold text-jacaranda underline">
          Ver el perfil de {one.professional.firstName}
        </Link>
      </span>
    </li>
    {one.rentCents === null ? null : (
      <li className="flex items-start gap-2">
        <Wallet aria-hidden className="mt-1 size-4 shrink-0 text-barro" />
        <span>
          Renta <Price cents={one.rentCents} className="font-semibold" />
        </span>
      </li>
    )}
    <li className="flex items-start gap-2">
      <Clock aria-hidden className="mt-1 size-4 shrink-0 text-barro" />
      <span>
        Responde antes del {shortOf(until, one.zone)}. Mientras, la unidad queda apartada; si no respondes, se
        libera y el cliente recupera lo que haya pagado.
      </span>
    </li>
    {one.change === null && one.request?.waitsFor.includes('professional') ? (
      <li className="text-muted">También falta la respuesta de {one.professional.firstName}.</li>
    ) : null}
  </ul>
)

/** Accept or decline in one press; the reason has a default that may be changed before. */
const Answer = ({ one, onClose }: { one: Booking; onClose: () => void }) => {
  const { accepting, declining, move } = useHostAnswer(one, onClose)
  const form = useForm<{ reason: string }>({ initial: () => ({ reason: 'no_time' }) })
  const reason = reasons.find((name) => name === form.values.reason) ?? 'no_time'
  const [yes, no] = [move('accept'), move('decline')]
  const error = accepting.error ?? declining.error
  return (
    <div className="flex flex-col gap-4 border-t border-line pt-4">
      <Field label="Si la rechazas, el cliente lee">
        {(control) => (
          <Select {...control} name="reason" {...form.text('reason')}>
            {reasons.map((name) => (
              <option key={name} value={name}>
                {request.hostDeclineReasons[name]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {error === null ? null : (
        <p role="alert" className="font-medium text-chile">
          {error.message}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          busy={accepting.isPending}
          blocked={yes?.allowed === false ? yes.reason : undefined}
          onClick={() => accepting.mutate()}
        >
          Aceptar
        </Button>
        <Button
          tone="secondary"
          busy={declining.isPending}
          blocked={no?.allowed === false ? no.reason : undefined}
          onClick={() => declining.mutate(reason)}
        >
          Rechazar
        </Button>
      </div>
    </div>
  )
}
