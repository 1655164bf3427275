import { caller } from '#contract/developer/api-key.ts'

/** Calls as the system of its owner would: with the key alone, and without the cookie of this browser. */
export const tryKey = async (secret: string): Promise<{ works: boolean; message: string }> => {
  const response = await fetch(caller.path, {
    headers: { authorization: `Bearer ${secret}` },
    credentials: 'omit',
  })
  const body: { firstName?: string; message?: string } = await response.json()
  return response.ok
    ? { works: true, message: `Funciona: entra en nombre de ${body.firstName ?? 'ti'}.` }
    : { works: false, message: body.message ?? 'Kalli no la reconoce.' }
}
