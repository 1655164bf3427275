import { CalendarPlus, Link2 } from 'lucide-react'
import type { Gap } from '#contract/gaps.ts'
import { useServiceLink } from '#web/parts/service/use-service-link.ts'
import { dateIn, dayOf, timeOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy.ts'
import { Dialog } from '#web/ui/dialog.tsx'

type Offer = Gap['offers'][number]

/** What fits into a free stretch, and how it gets a client: an appointment for somebody, or a link with that hour. */
export default function GapDialog({
  gap,
  zone,
  onAppointment,
  onClose,
}: {
  gap: Gap
  zone: string
  onAppointment: (start: { serviceId: number; date: string }) => void
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
          <li key={`${offer.serviceId}/${offer.spaceId}`} className="flex flex-col gap-2 py-3.5 first:pt-0">
            <div>
              <p className="font-semibold">{offer.name}</p>
              <p className="text-[0.9375rem] text-muted">
                <span className="figures">{timeOf(offer.firstAt, offer.zone)}</span>
                {offer.starts === 1
                  ? ''
                  : ` y ${offer.starts - 1} ${offer.starts === 2 ? 'inicio' : 'inicios'} más`}{' '}
                · {offer.place}
              </p>
            </div>
            <div className="flex flex-wrap gap-2">
              <Button
                tone="secondary"
                size="small"
                onClick={() =>
                  onAppointment({ serviceId: offer.serviceId, date: dateIn(offer.firstAt, offer.zone) })
                }
              >
                <CalendarPlus aria-hidden className="size-4.5" />
                Agendar a alguien
                <span className="sr-only">: {offer.name}</span>
              </Button>
              <CopyHour offer={offer} />
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

const CopyHour = ({ offer }: { offer: Offer }) => {
  const link = useServiceLink(offer.serviceId, offer.firstAt)
  return (
    <Button
      tone="quiet"
      size="small"
      blocked={link === undefined ? 'Un momento: se está haciendo tu enlace.' : undefined}
      onClick={() =>
        void copyText(link ?? '', 'Enlace copiado', 'Quien lo abra ve esa hora elegida.', link ?? '')
      }
    >
      <Link2 aria-hidden className="size-4.5" />
      Copiar enlace de esa hora
      <span className="sr-only">: {offer.name}</span>
    </Button>
  )
}
