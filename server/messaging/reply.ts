/**
 * Kalli's answer to a person's message, within the day in which WhatsApp lets a business write freely. Limits: a text of 1,024 characters,
 * three buttons of 20 characters each, or a list of ten lines of 24 characters with a description of 72.
 */
import * as z from 'zod/mini'
import { plainOf } from '#server/messaging/sms-text.ts'

/** `answer` comes back when it is pressed; at most 200 characters. */
const ReplyOption = z.object({ title: z.string(), description: z.optional(z.string()), answer: z.string() })
export const ReplyOptions = z.array(ReplyOption)
export type ReplyOption = z.output<typeof ReplyOption>
export type Reply = { text: string; options: readonly ReplyOption[] }

export const maxOptions = 10
const limits = { text: 1024, buttons: 3, button: 20, line: 24, description: 72 } as const
const listLabel = 'Ver opciones'

const cut = (text: string, most: number) =>
  text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`

const isShort = ({ title, description }: ReplyOption) =>
  description === undefined && title.length <= limits.button

/** The part of a message of WhatsApp's API that depends on the content. */
export const whatsappReply = ({ text, options }: Reply): object => {
  const body = { text: cut(text, limits.text) }
  if (options.length === 0) return { type: 'text', text: { body: cut(text, 4096), preview_url: false } }
  if (options.length <= limits.buttons && options.every(isShort))
    return {
      type: 'interactive',
      interactive: {
        type: 'button',
        body,
        action: {
          buttons: options.map(({ title, answer }) => ({ type: 'reply', reply: { id: answer, title } })),
        },
      },
    }
  return {
    type: 'interactive',
    interactive: {
      type: 'list',
      body,
      action: {
        button: listLabel,
        sections: [
          {
            title: 'Opciones',
            rows: options.slice(0, maxOptions).map(({ title, description, answer }) => ({
              id: answer,
              title: cut(title, limits.line),
              ...(description === undefined ? {} : { description: cut(description, limits.description) }),
            })),
          },
        ],
      },
    },
  }
}

/** Where nothing can be pressed, each choice has a number to type. */
export const textReply = ({ text, options }: Reply): string => {
  const lines = options.map(
    ({ title, description }, place) =>
      `${place + 1} ${title}${description === undefined ? '' : `, ${description}`}`,
  )
  return plainOf([text, ...lines, ...(lines.length === 0 ? [] : ['Responde con el numero.'])].join('\n'))
}
