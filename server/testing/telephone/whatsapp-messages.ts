/** Messages that WhatsApp accepts from a business in answer to a person, by its published interface; anything else is refused. */
import * as z from 'zod/mini'

/** An answer to a person's message. */
export type Replied = {
  to: string
  text: string
  options: readonly { id: string; title: string; description?: string | undefined }[]
}

export const isNoPayload = (payload: string) => payload === '' || payload.length > 256

/** As published for text messages and for interactive ones with buttons or a list; null: refused. */
export const replyIn = (message: unknown): Omit<Replied, 'to'> | null => {
  const parsed = z.safeParse(FreeMessage, message)
  if (!parsed.success) return null
  if (parsed.data.type === 'text') return { text: parsed.data.text.body, options: [] }
  const { body, action } = parsed.data.interactive
  const options =
    'buttons' in action
      ? action.buttons.map(({ reply }) => reply)
      : action.sections.flatMap(({ rows }) => rows)
  const isTwice = (of: 'id' | 'title') => new Set(options.map((one) => one[of])).size < options.length
  return isTwice('id') || ('buttons' in action && isTwice('title')) ? null : { text: body.text, options }
}

const short = (most: number) => z.string().check(z.minLength(1), z.maxLength(most))
const Envelope = {
  messaging_product: z.literal('whatsapp'),
  recipient_type: z.literal('individual'),
  to: z.string(),
  biz_opaque_callback_data: z.optional(z.string()),
}
const FreeMessage = z.discriminatedUnion('type', [
  z.strictObject({
    ...Envelope,
    type: z.literal('text'),
    text: z.strictObject({ body: short(4096), preview_url: z.boolean() }),
  }),
  z.strictObject({
    ...Envelope,
    type: z.literal('interactive'),
    interactive: z.discriminatedUnion('type', [
      z.strictObject({
        type: z.literal('button'),
        body: z.strictObject({ text: short(1024) }),
        action: z.strictObject({
          buttons: z
            .array(
              z.strictObject({
                type: z.literal('reply'),
                reply: z.strictObject({ id: short(256), title: short(20) }),
              }),
            )
            .check(z.minLength(1), z.maxLength(3)),
        }),
      }),
      z.strictObject({
        type: z.literal('list'),
        body: z.strictObject({ text: short(1024) }),
        action: z.strictObject({
          button: short(20),
          sections: z
            .array(
              z.strictObject({
                title: short(24),
                rows: z
                  .array(
                    z.strictObject({ id: short(200), title: short(24), description: z.optional(short(72)) }),
                  )
                  .check(z.minLength(1), z.maxLength(10)),
              }),
            )
            .check(z.minLength(1), z.maxLength(1)),
        }),
      }),
    ]),
  }),
])
