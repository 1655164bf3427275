import type { Booking } from '#contract/booking/booking.ts'
import MissingProfessional from '#web/parts/booking/visit/missing-professional.tsx'

/** A professional who did not come: registered while the visit can still end so; afterwards only as another problem. */
export const AbsenceChoice = ({ booking: one }: { booking: Booking }) => {
  const move = one.moves.find((known) => known.move === 'professional_no_show')
  if (move?.allowed || (one.status === 'confirmed' && one.professionalArrivedAt === null))
    return <MissingProfessional booking={one} as="host" />
  return (
    <p>
      {one.status === 'confirmed' || one.status === 'in_progress'
        ? `${one.professional.firstName} ya registró su llegada.`
        : 'La cita ya terminó como dada.'}{' '}
      Si no fue así, elige «Otra cosa» y cuéntalo.
    </p>
  )
}
