import { caller } from '#contract/developer/api-key.ts'

/** Calls the API as the owner's system would: with the key alone, and without this browser's cookie. */
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
