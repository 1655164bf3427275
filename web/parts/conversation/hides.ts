/** Shown before two users have a booking together; the server does the hiding (contract/conversation/outside-contact.ts). */
export const hides = {
  untilAgreed: 'Teléfonos, correos y enlaces se ocultan hasta que haya acuerdo.',
  untilAccepted: 'Teléfonos, correos y enlaces se ocultan hasta que acepte.',
  untilConfirmed: 'Teléfonos, correos y enlaces se ocultan hasta que se confirme.',
} as const
