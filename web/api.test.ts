import assert from 'node:assert/strict'
import { test } from 'node:test'
import { communityCount } from '#contract/notification/notification.ts'
import { messageOf } from '#contract/platform/refusals.ts'
import { publicProfessional } from '#contract/search/public-page.ts'
import { reading } from '#web/api.ts'

/** Spec §8, line by line. `body` undefined: it could not be parsed. */
const said = [
  ['its message', 409, 'Conflict', { message: 'Ya existe.', error: 'taken' }, 'Ya existe.'],
  ['else its error', 409, 'Conflict', { error: 'Ya existe.' }, 'Ya existe.'],
  ['an empty message is none', 409, 'Conflict', { message: ' ', error: 'Ya existe.' }, 'Ya existe.'],
  ['a message that is no text is none', 409, 'Conflict', { message: { a: 1 }, error: 7 }, 'Conflict'],
  ['else the status text', 418, "I'm a Teapot", {}, "I'm a Teapot"],
  ['also of a body that is no object', 418, "I'm a Teapot", 'nada', "I'm a Teapot"],
  ['without a status text, the text of the status', 404, '', {}, 'Recurso no encontrado.'],
  ['400', 400, 'x', undefined, 'Datos inválidos. Por favor verifica la información.'],
  ['401', 401, 'x', undefined, 'No autorizado. Por favor inicia sesión.'],
  ['403', 403, 'x', undefined, 'No tienes permisos para realizar esta acción.'],
  ['404', 404, 'x', undefined, 'Recurso no encontrado.'],
  ['409', 409, 'x', undefined, 'Conflicto con el estado actual.'],
  ['500', 500, 'x', undefined, 'Error del servidor. Por favor intenta más tarde.'],
  ['502', 502, 'x', undefined, 'Error del servidor. Por favor intenta más tarde.'],
  ['503', 503, 'x', undefined, 'Error del servidor. Por favor intenta más tarde.'],
  ['any other', 418, 'x', undefined, 'Error al procesar su solicitud.'],
  ['any other server error', 504, 'x', undefined, 'Error al procesar su solicitud.'],
] as const

for (const [what, status, statusText, body, message] of said)
  test(`a reply says ${what}: "${message}"`, () =>
    assert.equal(messageOf({ status, statusText, body }), message))

test('by default a query is a GET of its key’s parts joined by slashes', () => {
  assert.deepEqual(
    [
      reading(communityCount).queryKey,
      reading(publicProfessional, { params: { id: '7' }, query: {} }).queryKey,
    ].map((key) => key.join('/')),
    ['/api/notifications/community/count', '/api/public/professionals/7'],
  )
  assert.deepEqual([communityCount.method, publicProfessional.method], ['GET', 'GET'])
})
