import { CalendarPlus, Link2 } from 'lucide-react'
import type { Gap } from '#contract/platform/gaps.ts'
import type { AppointmentStart } from '#web/parts/booking/series/use-proposal.ts'
import { useServiceLink } from '#web/parts/service/use-service-link.ts'
import { zoneBeside } from '#web/parts/time/other-clock.ts'
import { dayOf, timeOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useForm } from '#web/ui/form/use-form.ts'

type Offer = Gap['offers'][number]

/** What fits into a gap, and how to fill it: an appointment for a client, or a link with that hour. */
export default function GapDialog({
  gap,
  zone,
  onAppointment,
  onClose,
}: {
  gap: Gap
  zone: string
  onAppointment: (start: AppointmentStart) => void
  onClose: () => void
}) {
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Hueco vendible"
      description={`${dayOf(gap.startsAt, zone)}, ${timeOf(gap.startsAt, zone)} a ${timeOf(gap.endsAt, zone)}. Esto se puede reservar ahí.`}
    >
      <ul className="flex flex-col divide-y divide-line">
        {gap.offers.map((offer) => (
          <OfferedThere
            key={`${offer.serviceId}/${offer.spaceId}`}
            offer={offer}
            own={zone}
            onAppointment={onAppointment}
          />
        ))}
      </ul>
    </Dialog>
  )
}

const OfferedThere = ({
  offer,
  own,
  onAppointment,
}: {
  offer: Offer
  /** The professional's zone: the clock of the place is named where it differs. */
  own: string
  onAppointment: (start: AppointmentStart) => void
}) => {
  const { serviceId, spaceId, zone, starts } = offer
  const form = useForm({ initial: () => ({ startsAt: starts[0] ?? '' }) })
  const { startsAt } = form.values
  const textOf = (instant: string) => {
    const beside = zoneBeside(instant, zone, own)
    return `${timeOf(instant, zone)}${beside === null ? '' : ` (${beside})`}`
  }
  const hour = textOf(startsAt)
  const link = useServiceLink(serviceId, { at: startsAt, atSpace: spaceId ?? 0 })
  return (
    <li className="flex flex-col gap-2 py-3.5 first:pt-0">
      <div>
        <p className="font-semibold">{offer.name}</p>
        <p className="text-[0.9375rem] text-muted">
          {starts.length === 1 ? <span className="figures">{hour} · </span> : null}
          {offer.place}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {starts.length === 1 ? null : (
          <Select
            aria-label={`Hora de ${offer.name}`}
            className={zoneBeside(startsAt, zone, own) === null ? 'w-28' : undefined}
            {...form.text('startsAt')}
          >
            {starts.map((one) => (
              <option key={one} value={one}>
                {textOf(one)}
              </option>
            ))}
          </Select>
        )}
        <Button tone="secondary" size="small" onClick={() => onAppointment({ serviceId, startsAt, spaceId })}>
          <CalendarPlus aria-hidden className="size-4.5" />
          Agendar a alguien
          <span className="sr-only">
            : {offer.name}, {hour}
          </span>
        </Button>
        <Button
          tone="quiet"
          size="small"
          blocked={link === undefined ? 'Un momento: se está haciendo tu enlace.' : undefined}
          onClick={() =>
            void copyText(link ?? '', 'Enlace copiado', 'Quien lo abre ve esa hora elegida.', link ?? '')
          }
        >
          <Link2 aria-hidden className="size-4.5" />
          Copiar enlace de esa hora
          <span className="sr-only">
            : {offer.name}, {hour}
          </span>
        </Button>
      </div>
    </li>
  )
}
