/** Messages as people write them, and their intent. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { intentOf } from '#server/chat/intent.ts'

const examples: Readonly<Record<string, readonly string[]>> = {
  confirm: [
    'sí',
    'Si',
    'Confirmo',
    'ok',
    'va',
    'Sí, ahí estaré',
    'Si gracias',
    'Perfecto',
    'sí confirmo!',
    'Sale',
    'claro',
    'ok perfecto',
  ],
  cancel: [
    'cancelar',
    'Quiero cancelar mi cita',
    'ya no puedo',
    'Ya no voy a ir',
    'no puedo ir',
    'No puedo asistir mañana',
    'cancela porfa',
    'no voy a poder llegar',
    'Ya no quiero la cita',
    'no voy',
  ],
  change: [
    'Cambiar',
    'puedo cambiar la hora?',
    'quiero reagendar',
    '¿me la puedes mover?',
    'otro día por favor',
    '¿hay más temprano?',
    'reprogramar mi cita',
    'otra hora',
    'podemos posponer',
  ],
  late: [
    'voy tarde',
    'Voy 10 min tarde',
    'llego tarde',
    'hay mucho tráfico',
    'voy un poco retrasada',
    'Me retrasé',
    'voy en camino',
    'estoy llegando tarde',
    'me demoro quince',
  ],
  where: ['¿dónde es?', 'direccion', 'me mandas la ubicación', 'como llego', 'en que calle esta'],
  code: ['código', 'cual es mi codigo de llegada', 'la clave?'],
  receipt: ['recibo', 'me mandas mi comprobante', 'ticket', '¿cuánto pagué?'],
  person: [
    'quiero hablar con una persona',
    'humano',
    'HUMAN',
    'mensaje para Ximena',
    'puedo preguntarle algo',
  ],
  book: ['reservar', 'quiero una cita', 'agendar otra cita', 'nueva cita'],
  requests: ['solicitudes', 'citas por aceptar'],
  menu: ['hola', 'Buenas tardes', 'menú', 'ayuda', 'mi cita'],
  stop: ['BAJA', 'stop', 'Ya no', 'cancelar suscripción'],
}

test('every example message is recognised as its intent', () => {
  const wrong = Object.entries(examples).flatMap(([kind, texts]) =>
    texts.filter((text) => intentOf(text)?.kind !== kind).map((text) => [text, kind, intentOf(text)?.kind]),
  )
  assert.deepEqual(wrong, [])
})

test('minutes are read as figures and as words', () => {
  const minutesOf = (text: string) => {
    const intent = intentOf(text)
    return intent?.kind === 'late' ? intent.minutes : undefined
  }
  assert.equal(minutesOf('voy 10 min tarde'), 10)
  assert.equal(minutesOf('llego tarde como quince minutos'), 15)
  assert.equal(minutesOf('voy tarde media hora'), 30)
  assert.equal(minutesOf('voy tarde'), null)
})

test('text about nothing that the chat handles has no intent', () => {
  for (const text of ['', '🙂', 'jajaja', 'te quiero', '123456', 'https://example.test', 'x'.repeat(4000)])
    assert.equal(intentOf(text), null, text)
})
