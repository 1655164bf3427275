/** "Something changed" to Apple's push service: an empty message, after which the device asks us (HTTP/2 with the pass's certificate). */
import { connect } from 'node:http2'
import type { ApplePass } from '#server/platform/config-providers.ts'

/** `gone`: the device no longer has the pass. */
export type Pushed = 'sent' | 'gone' | 'failed'

const patienceMs = 10_000

export const pushTo = (settings: ApplePass, tokens: readonly string[]): Promise<Map<string, Pushed>> =>
  new Promise((resolve) => {
    const results = new Map<string, Pushed>()
    const line = connect(settings.pushUrl, {
      cert: settings.certificate,
      key: settings.key,
      ...(settings.pushAuthority === null ? {} : { ca: settings.pushAuthority }),
    })
    const end = () => {
      line.close()
      resolve(results)
    }
    const note = (token: string, result: Pushed) => {
      if (results.has(token)) return
      results.set(token, result)
      if (results.size === tokens.length) end()
    }
    const failAll = () => {
      for (const token of tokens) note(token, 'failed')
    }
    line.once('error', failAll)
    line.setTimeout(patienceMs, () => {
      failAll()
      line.destroy()
    })
    for (const token of tokens) {
      const call = line.request({
        ':method': 'POST',
        ':path': `/3/device/${token}`,
        'apns-topic': settings.passType,
        'apns-push-type': 'background',
        'apns-priority': '5',
      })
      let status = 0
      let said = ''
      call.once('response', (headers) => (status = headers[':status'] ?? 0))
      call.on('data', (part: Buffer) => (said += part.toString()))
      call.once('end', () => note(token, resultOf(status, said)))
      call.once('error', () => note(token, 'failed'))
      call.end('{}')
    }
  })

/**
 * A wrong topic or certificate is 400 as well: only an error of the token itself means that its device is gone. BadDeviceToken also names a
 * token of the other environment, which cannot happen here: Wallet registers tokens of production alone, also for passes under development,
 * and `pushUrl` is no setting but always Apple's production (config-providers.ts).
 */
const resultOf = (status: number, said: string): Pushed => {
  if (status === 200) return 'sent'
  return status === 410 || (status === 400 && said.includes('BadDeviceToken')) ? 'gone' : 'failed'
}
