/** Where the code of a visitor goes, and what is said once it left. */
import * as z from 'zod/mini'
import { Email } from '#contract/account/account.ts'
import { TypedAddress, Uuid } from '#contract/platform/shapes.ts'

export const SentBy = z.enum(['email', 'whatsapp', 'sms'])
export type SentBy = z.output<typeof SentBy>

/** A telephone, or an e-mail where none can be reached; the telephone counts where both are given. */
export const ContactAddress = z.object({ email: z.optional(Email), phone: z.optional(TypedAddress(30, 1)) })

/** To a telephone: by SMS, not by WhatsApp first. A code that left by WhatsApp is sent again at once, the same one. */
export const BySms = { by: z.optional(z.literal('sms')) }

export const CodeSent = z.object({
  /** Nothing to enter: signed in, or confirmed on this browser within the day. */
  confirmed: z.boolean(),
  /** Names the code that was sent; its digits are in the message only. */
  codeId: z.nullable(Uuid),
  resendInSeconds: z.int(),
  /** Where development shows what was sent; null with a real provider. */
  outbox: z.nullable(z.string()),
  /** By what it was sent; null: nothing was. */
  sentBy: z.nullable(SentBy),
})
