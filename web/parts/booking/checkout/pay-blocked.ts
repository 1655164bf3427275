import type { Checkout } from '#web/parts/booking/checkout/use-checkout.ts'

/** What is missing before anything may be paid, by whichever method; undefined: nothing. */
export const blockedOf = ({ agreed, unanswered, tip, extras }: Checkout): string | undefined =>
  agreed.isOpen
    ? 'Acepta primero el nuevo total, arriba.'
    : unanswered === undefined
      ? (tip.missing ?? extras.invoice.missing)
      : `Contesta primero «${unanswered.title}»${unanswered.who === null ? '' : ` de ${unanswered.who}`}, arriba.`
