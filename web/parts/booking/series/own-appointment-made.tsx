import type { OwnAppointment } from '#contract/booking/series/own-appointment.ts'
import { inPlaceNames } from '#contract/payment/in-place.ts'
import { formatCents } from '#contract/platform/money.ts'
import { CopyButton } from '#web/parts/booking/summary/own-link.tsx'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'

/** The appointment is made: its details, whether the client was notified, and the link to pay. */
export const OwnAppointmentMade = ({ one, onClose }: { one: OwnAppointment; onClose: () => void }) => (
  <div className="flex flex-col gap-4">
    <p>
      <strong>{one.firstName}</strong>, {one.service}, {shortOf(one.startsAt, one.zone)}
      {one.place === '' ? '' : `, en ${one.place}`}
      {one.further === 0
        ? ''
        : `, y ${one.further === 1 ? 'una fecha más' : `${one.further} fechas más`}`}.{' '}
      {paidWords(one)}
    </p>
    {one.answerBy === undefined ? null : (
      <p className="rounded-md bg-maiz-soft px-4 py-3 text-maiz-ink">
        El espacio responde cada cita: la hora queda apartada y tienes su respuesta antes del{' '}
        {shortOf(one.answerBy, one.zone)}.{one.linkCents > 0 ? ' La liga le llega cuando la acepte.' : ''}
      </p>
    )}
    <p className="text-muted">
      {one.isNotified
        ? `Ya le avisamos con un mensaje${one.payLink === null ? '' : ', con su liga'}.`
        : one.hasPhone
          ? 'A su teléfono no le llegó mensaje de Kalli: escríbele tú por WhatsApp.'
          : 'No tiene correo ni teléfono: avísale tú.'}
    </p>
    {one.payLink === null ? null : (
      <p className="flex flex-wrap items-center justify-between gap-2 rounded-md bg-sunk px-3.5 py-2.5">
        <span className="figures wrap-anywhere">{one.payLink}</span>
        <CopyButton what={one.payLink} done="Liga copiada" label="Copiar liga" />
      </p>
    )}
    <div className="flex flex-wrap gap-3">
      <Button onClick={onClose}>Listo</Button>
      <a href={one.whatsapp} target="_blank" rel="noreferrer" className={buttonClass({ tone: 'secondary' })}>
        Escribirle por WhatsApp
      </a>
    </div>
  </div>
)

const paidWords = ({ totalCents, linkCents, method }: OwnAppointment): string => {
  const atPlace =
    method === null ? '' : `${formatCents(totalCents - linkCents)} en el lugar, ${inPlaceNames[method]}`
  if (linkCents === 0) return `Paga ${atPlace}.`
  const byLink = `${formatCents(linkCents)} con la liga`
  return `Falta por pagar ${byLink}${atPlace === '' ? '' : `, y ${atPlace}`}.`
}
