/** Messages as people in Mexico write them, and their intent: without accents, with typos and abbreviations. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { intentOf } from '#server/chat/intent.ts'

const examples: Readonly<Record<string, readonly string[]>> = {
  confirm: [
    'Confirmo',
    'sí confirmo!',
    'confirmado',
    'si voy',
    'Sí, ahí estaré',
    'ahi estare gracias',
    'claro ahí nos vemos',
    'nos vemos mañana',
    'si asisto',
    'Sí voy a ir',
    'sip, confirmo asistencia',
    'confirmar',
    'Confirmar mi cita',
    'confirmar asistencia',
    'hola buenos días, sí voy',
    'gracias, nos vemos',
    'Sí, confirmada',
  ],
  agree: [
    'sí',
    'Si',
    'siii',
    'sip',
    'ok',
    'OK 👍',
    'okey',
    'va',
    'dale',
    'órale',
    'orale pues',
    'va q va',
    'Sale',
    'sale y vale',
    'claro',
    'claro que sí',
    'simon',
    'Perfecto',
    'ok perfecto',
    'Si gracias',
    'ok muchas gracias',
    'de acuerdo',
    'esta bien',
    'enterada',
    '👍',
    '👌🏽',
    '✅',
  ],
  thanks: [
    'Gracias',
    'graciaaas',
    'muchas gracias!',
    'mil gracias bonito dia',
    'grax',
    'Gracias 🙏',
    '🙏',
    '🙂',
    '❤️',
    'jajaja',
    'igualmente',
    'bye',
  ],
  cancel: [
    'cancelar',
    'CANCELAR',
    'canselar',
    'camcelar porfa',
    'Quiero cancelar mi cita',
    'kiero cancelar mi reservacion',
    'cancela xfa',
    'ya no puedo',
    'Ya no',
    'Ya no voy a ir',
    'ya no voy',
    'no puedo ir',
    'tmb no puedo ir mañana',
    'No puedo asistir mañana',
    'Mañana en la tarde no puedo ir',
    'no voy a poder llegar',
    'no boy a poder ir',
    'Ya no quiero la cita',
    'no voy',
    'se me hizo tarde, mejor cancela',
    'no podré asistir',
    'no voy a ir',
    'no creo poder ir',
  ],
  change: [
    'Cambiar',
    'puedo cambiar la hora?',
    'xfa cambiame la cita p mañana',
    'quiero reagendar',
    'quiero re agendar',
    '¿me la puedes mover?',
    'se puede recorrer media hora?',
    'otro día por favor',
    '¿hay más temprano?',
    'reprogramar mi cita',
    'otra hora',
    'podemos posponer',
    '¿Puede ser más tarde?',
    'puede ser mas tardecito?',
    'cambiar a la tarde',
    'la puedes pasar para la tarde?',
    'mejor en la tarde',
    'no puedo a esa hora',
    'ese dia no puedo',
    'hola buenas tardes, me puedes cambiar a las 6',
    'la quiero cambiar 30 min mas tarde',
  ],
  late: [
    'TARDE',
    'tarde 15',
    'tarde 10 min',
    'voy tarde',
    'boy tarde',
    'voy un poco tarde',
    'Voy 10 min tarde',
    'voy como 10 minutos tarde xfa',
    'llego tarde',
    'yego tarde',
    'hola buenas tardes, llego 15 min tarde',
    'voy a llegar un poco tarde',
    'llego 20 minutos más tarde',
    'hay mucho tráfico',
    'voy un poco retrasada',
    'Me retrasé',
    'me atraso 10 minutos',
    'voy atrasado',
    'se me hizo tarde',
    'voy en camino',
    'estoy llegando tarde',
    'ando tarde',
    'me demoro quince',
    'me tardo 10 min',
    'voy con retraso',
    'no cancelen, voy tarde',
    '20 min tarde',
    'ok voy tarde 5',
  ],
  when: [
    '¿a qué hora es mi cita?',
    'a q hora es',
    'a ke hora era',
    '¿cuándo me toca?',
    'cuando es mi cita',
    'q dia me toca',
    'a qué hora',
    'cual es la hora de mi cita',
    'recuerdame mi cita',
    'para cuando quedo mi cita',
  ],
  where: [
    '¿dónde es?',
    'direccion',
    'me mandas la ubicación',
    'como llego',
    'en que calle esta',
    'dnd es',
    'la ubi xfa',
    'Tengo una cita hoy, ¿dónde es?',
  ],
  code: ['código', 'cual es mi codigo de llegada', 'la clave?', 'no recibo el codigo'],
  receipt: [
    'recibo',
    'me mandas mi comprobante',
    'ticket',
    '¿cuánto pagué?',
    'factura',
    'mándame el recibo de una cita',
  ],
  person: [
    'quiero hablar con una persona',
    'humano',
    'HUMAN',
    'mensaje para Ximena',
    'puedo preguntarle algo',
  ],
  book: [
    'reservar',
    'quiero una cita',
    'kiero cita',
    'agendar otra cita',
    'nueva cita',
    'reservar para hoy en la tarde',
    'algo mañana por la tarde',
    'tienes algo mañana en la tarde?',
    'hay lugar hoy mas tarde?',
    'me apartas un lugar para el sabado',
    'quiero sacar cita',
    'q horarios tienes',
    'necesito una cita',
    'una cita',
    'otra cita xfa',
  ],
  requests: ['solicitudes', 'citas por aceptar'],
  menu: [
    'hola',
    'holaaa',
    'Buenas tardes',
    'Buena tarde',
    'buenas',
    'hola buena tarde',
    'q tal',
    'menú',
    'ayuda',
    'mi cita',
    'mi reserva',
  ],
}

test('every example message is recognised as its intent', () => {
  const wrong = Object.entries(examples).flatMap(([kind, texts]) =>
    texts.filter((text) => intentOf(text)?.kind !== kind).map((text) => [text, kind, intentOf(text)?.kind]),
  )
  assert.deepEqual(wrong, [])
})

test('the table has at least eighty messages, each once', () => {
  const all = Object.values(examples).flat()
  assert.ok(all.length >= 80, String(all.length))
  assert.equal(new Set(all).size, all.length)
})

test('minutes are read as figures and as words, and an hour of the day is not minutes', () => {
  const minutesOf = (text: string) => {
    const intent = intentOf(text)
    return intent?.kind === 'late' ? intent.minutes : undefined
  }
  assert.equal(minutesOf('voy 10 min tarde'), 10)
  assert.equal(minutesOf('tarde 15'), 15)
  assert.equal(minutesOf('llego tarde como quince minutos'), 15)
  assert.equal(minutesOf('voy tarde media hora'), 30)
  assert.equal(minutesOf('voy tarde'), null)
  assert.equal(minutesOf('voy tarde a la cita de las 5'), null)
  assert.equal(minutesOf('voy tarde, llego a las 5:20'), null)
  assert.equal(minutesOf('voy tarde, llego 5:20'), null)
  assert.equal(minutesOf('voy tarde, llego 5 pm'), null)
  assert.equal(minutesOf('voy tarde, llego 5 y cuarto'), null)
  assert.equal(minutesOf('voy 10-15 min tarde'), 15)
  assert.equal(minutesOf('llego tarde un cuarto de hora'), 15)
})

test('a delay of hours is asked for, not read as minutes', () => {
  for (const text of ['voy 1 hora tarde', 'voy tarde 2 horas', 'voy tarde 1h', 'voy tarde 1 hora y media'])
    assert.deepEqual(intentOf(text), { kind: 'late', minutes: null }, text)
})

test('a doubt, a promise or a question about the visit confirms nothing', () => {
  for (const text of [
    'no sé si voy a poder',
    'no sé si voy',
    'les aviso si voy',
    '¿mi cita está confirmada?',
    '¿está confirmada?',
    'no he confirmado',
    'todavía no está confirmado',
    'al rato te confirmo',
    'mañana les confirmo',
    'si no me da tiempo les digo si voy a ir',
  ])
    assert.notEqual(intentOf(text)?.kind, 'confirm', text)
})

test('text about nothing that the chat handles has no intent', () => {
  for (const text of ['', 'te quiero', '123456', 'https://example.test', 'x'.repeat(4000)])
    assert.equal(intentOf(text), null, text)
})
