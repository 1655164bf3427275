/** A person with WhatsApp: what they write and press, and Kalli's answers. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { answersPath, twilioSignature } from '#server/messaging/twilio.ts'
import { drain } from '#server/platform/jobs.ts'
import type { TelephoneServer } from '#server/testing/telephone/telephone-server.ts'
import type { TestServer } from '#server/testing/test-server.ts'

type Pressed = { title: string; id: string }
export type Writer = ReturnType<typeof writerOf>

export const writerOf = (kalli: TestServer, telephone: TelephoneServer) => {
  const post = async (message: object, from: string, id: string) => {
    const { path, body, headers } = telephone.whatsappReport({
      messages: [{ id, from: from.replace('+', ''), timestamp: '1764000000', ...message }],
    })
    const answer = await kalli.app.inject({ method: 'POST', url: path, payload: body, headers })
    assert.equal(answer.statusCode, 200, answer.body)
  }
  const answersTo = async (message: object, from: string, id: string) => {
    const before = telephone.replies.length
    await post(message, from, id)
    await drain(kalli)
    return telephone.replies.slice(before)
  }
  return {
    post,
    /** Writes, and returns Kalli's answer. */
    write: (from: string, text: string, id = `wamid.${randomUUID()}`) =>
      answersTo({ type: 'text', text: { body: text } }, from, id),
    /** Presses a choice of an answer. */
    press: (from: string, { title, id: answer }: Pressed, id = `wamid.${randomUUID()}`) =>
      answersTo(
        { type: 'interactive', interactive: { type: 'button_reply', button_reply: { id: answer, title } } },
        from,
        id,
      ),
    /** Writes by text message, and returns Kalli's answers. */
    text: async (from: string, body: string) => {
      const before = telephone.texts.length
      const form = new URLSearchParams({ MessageSid: `SM${randomUUID()}`, From: from, Body: body })
      const { publicUrl } = kalli.work().config
      const signature = twilioSignature(telephone.twilio.authToken, publicUrl + answersPath, form)
      const answer = await kalli.app.inject({
        method: 'POST',
        url: answersPath,
        payload: form.toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
      })
      assert.ok(answer.statusCode < 300, answer.body)
      await drain(kalli)
      return telephone.texts.slice(before).filter(({ to }) => to === from)
    },
    /** Sends something that is no text: a photo, a voice note, a reaction. */
    send: (from: string, message: object, id = `wamid.${randomUUID()}`) => answersTo(message, from, id),
    /** Presses a quick reply of a template, by its payload. */
    tap: (from: string, text: string, payload: string | undefined, id = `wamid.${randomUUID()}`) =>
      answersTo({ type: 'button', button: { text, payload } }, from, id),
  }
}

export const only = <T>(list: readonly T[]): T => {
  const [first] = list
  assert.ok(first !== undefined && list.length === 1, JSON.stringify(list))
  return first
}

export const optionOf = (reply: { options: readonly Pressed[] }, title: RegExp) =>
  reply.options.find((one) => title.test(one.title)) ?? assert.fail(JSON.stringify(reply.options))
