import * as z from 'zod/mini'
import { caller } from '#contract/developer/api-key.ts'

const Refused = z.object({ message: z.string() })

/** Calls as the system of its owner would: with the key alone, and without the cookie of this browser. */
export const tryKey = async (secret: string): Promise<{ works: boolean; message: string }> => {
  const response = await fetch(caller.path, {
    headers: { authorization: `Bearer ${secret}` },
    credentials: 'omit',
  })
  const body: unknown = await response.json()
  if (response.ok) {
    const { firstName } = z.parse(caller.reply, body)
    return { works: true, message: `Funciona: entra en nombre de ${firstName}.` }
  }
  return { works: false, message: z.parse(Refused, body).message }
}
