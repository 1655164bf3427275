/**
 * Shown where a user writes to another before there is a booking between the two; the server hides
 * (contract/conversation/outside-contact.ts).
 */
export const hides = {
  untilAgreed: 'Teléfonos, correos y enlaces se ocultan hasta que haya acuerdo.',
  untilAccepted: 'Teléfonos, correos y enlaces se ocultan hasta que acepte.',
  untilConfirmed: 'Teléfonos, correos y enlaces se ocultan hasta que se confirme.',
} as const
