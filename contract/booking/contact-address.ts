/** Where the code of a visitor goes, and what is said once it left. */
import * as z from 'zod/mini'
import { Email } from '#contract/account/account.ts'
import { TypedAddress, Uuid } from '#contract/platform/shapes.ts'

/** A telephone, or an e-mail where none can be reached; the telephone counts where both are given. */
export const ContactAddress = z.object({ email: z.optional(Email), phone: z.optional(TypedAddress(30, 1)) })

export const CodeSent = z.object({
  /** Nothing to enter: signed in, or confirmed on this browser within the day. */
  confirmed: z.boolean(),
  /** Names the code that was sent; its digits are in the message only. */
  codeId: z.nullable(Uuid),
  resendInSeconds: z.int(),
  /** Where development shows what was sent; null with a real provider. */
  outbox: z.nullable(z.string()),
})
