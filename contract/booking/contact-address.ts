/** Where a visitor's code is sent, and the reply after sending. */
import * as z from 'zod/mini'
import { Email } from '#contract/account/account.ts'
import { TypedAddress, Uuid } from '#contract/platform/shapes.ts'

export const SentBy = z.enum(['email', 'whatsapp', 'sms'])
export type SentBy = z.output<typeof SentBy>

/** A telephone, or an e-mail if there is none; the telephone counts where both are given. */
export const ContactAddress = z.object({ email: z.optional(Email), phone: z.optional(TypedAddress(30, 1)) })

/** Sends by SMS rather than WhatsApp. A code already sent by WhatsApp is sent again, unchanged. */
export const BySms = { by: z.optional(z.literal('sms')) }

export const CodeSent = z.object({
  /** Nothing to enter: signed in, or confirmed on this browser within the day. */
  confirmed: z.boolean(),
  /** Identifies the code that was sent; the digits are only in the message. */
  codeId: z.nullable(Uuid),
  resendInSeconds: z.int(),
  /** Where development shows the message; null with a real provider. */
  outbox: z.nullable(z.string()),
  /** Channel of the message; null if none was sent. */
  sentBy: z.nullable(SentBy),
})
