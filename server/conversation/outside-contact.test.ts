/** Ways out of Kalli are hidden; what professionals say about their trade is not. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { hideContact } from '#contract/conversation/outside-contact.ts'

const hidden: readonly [text: string, shown: string][] = [
  ['Mi cel es 55 1234 5678', 'Mi cel es [teléfono oculto]'],
  ['+52 (55) 1234-5678, llámame', '+[teléfono oculto], llámame'],
  ['5.5.1.2.3.4.5.6.7.8', '[teléfono oculto]'],
  ['55123o5678', '[teléfono oculto]'],
  ['cinco cinco uno dos tres cuatro cinco seis siete ocho', '[teléfono oculto]'],
  ['Cincuenta y cinco, doce, treinta y cuatro, 56, 78 gracias', '[teléfono oculto] gracias'],
  ['５５１２３４５６７８', '[teléfono oculto]'],
  ['5️⃣5️⃣1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣', '[teléfono oculto]'],
  ['𝟓𝟓𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖', '[teléfono oculto]'],
  ['55\u200b1234\u200b5678', '[teléfono oculto]'],
  ['escríbeme a ana.rojas@gmail.com', 'escríbeme a [correo oculto]'],
  ['ana arroba gmail punto com', '[correo oculto]'],
  ['ana (at) hotmail (dot) com', '[correo oculto]'],
  ['estoy en rojas.ana en gmail', 'estoy en [correo oculto]'],
  ['https://ana.example/hola?x=1 mira', '[enlace oculto] mira'],
  ['www.anarojas.com.mx', '[enlace oculto]'],
  ['ve a wa.me/5215512345678', 've a [enlace oculto]'],
  ['estoy en anarojas punto com', 'estoy en [enlace oculto]'],
  ['búscame como @ana_rojas ✂️', 'búscame como [usuario oculto] ✂️'],
  ['arroba anarojas', '[usuario oculto]'],
  ['mi instagram es ana.rojas', 'mi instagram es [usuario oculto]'],
  ['Insta: anarojas y ya', 'Insta: [usuario oculto] y ya'],
  ['55-12-34-56-78', '[teléfono oculto]'],
  ['(55) 12-34-56-78', '([teléfono oculto]'],
  ['+52 55-12-34-56-78', '+[teléfono oculto]'],
  ['55/12/34/56/78', '[teléfono oculto]'],
  ['55.12.34.56.78', '[teléfono oculto]'],
  ['12:34 56:78', '[teléfono oculto]'],
  ['55 12:34 56:78', '[teléfono oculto]'],
  ['55-12-11-26-78', '[teléfono oculto]'],
  ['55 12-11-26 78', '[teléfono oculto]'],
  ['22:21 23:45 67', '[teléfono oculto]'],
  ['33 20/11 18 45 20', '[teléfono oculto]'],
  ['5512 20/11/2026 345678', '[teléfono oculto]'],
  ['55👍12👍34👍56👍78', '[teléfono oculto]'],
  ['55 👩🏽‍🦱💅🏽✂️ 12 👩🏽‍🦱💅🏽✂️ 34 👩🏽‍🦱💅🏽✂️ 56 👩🏽‍🦱💅🏽✂️ 78', '[teléfono oculto]'],
  ['٥٥١٢٣٤٥٦٧٨', '[teléfono oculto]'],
  ['५५१२३४५६७८', '[teléfono oculto]'],
  ['5,512,345,678', '[teléfono oculto]'],
  ['Son $5512345678', 'Son $[teléfono oculto]'],
  ['$5,512,345,678', '$[teléfono oculto]'],
  ['$55 $12 $34 $56 $78', '$[teléfono oculto]'],
  ['$551 $234 $5678', '$[teléfono oculto]'],
  ['5512345678 pesos', '[teléfono oculto] pesos'],
  ['55%12%34%56%78', '[teléfono oculto]'],
  ['55==12==34==56==78', '[teléfono oculto]'],
  ['cincocincounodostrescuatrocincoseissieteocho', '[teléfono oculto]'],
  ['cincuentaycinco doce treintaycuatro 56 78', '[teléfono oculto]'],
  ['cinco5uno2tres4cinco6siete8', '[teléfono oculto]'],
  ['mi ig ana_rojas', 'mi ig [usuario oculto]'],
  ['instagram ana.rojas', 'instagram [usuario oculto]'],
  ['instagram: anarojas', 'instagram: [usuario oculto]'],
  ['IG anarojas', 'IG [usuario oculto]'],
  ['Mi insta anarojas.', 'Mi insta [usuario oculto].'],
  ['anarojas en insta', '[usuario oculto] en insta'],
  ['búscame como anarojas en insta', 'búscame como [usuario oculto] en insta'],
  ['Hola, ana.rojas en el face', 'Hola, [usuario oculto] en el face'],
  ['ana.rojas @ g mail . com', '[correo oculto]'],
  ['ana.rojas @ g m a i l', '[correo oculto]'],
  ['anarojas (gmail)', '[correo oculto]'],
  ['mi gmail es anarojas', 'mi gmail es [usuario oculto]'],
  ['Tel. 5512345678 o ana@rojas.mx', 'Tel. [teléfono oculto] o [correo oculto]'],
]
for (const [text, shown] of hidden) test(`hidden: ${text}`, () => assert.equal(hideContact(text), shown))

const plain = [
  'Hola, ¿puedo llegar 10 minutos antes?',
  'La cita es el 20/11/2026 a las 10:30, sale en $1,250.00',
  'El 20 de noviembre de 10:00 a 12:30 h, en la silla 3',
  'Son 650 pesos por el corte y 1200 por el tinte, o 1850 los dos',
  'Uso el tinte 7.1 con oxidante de 20 volúmenes, 60 ml',
  'Tengo dos hijos, una niña de tres y uno de cinco; van a las once o doce',
  'Calle Colima 200, planta baja, entre 9 y 19 h',
  'Vi tus fotos en Instagram, me encantaron',
  'Gracias. Nos vemos',
  'Quiero un balayage como el de la foto 2',
  'a@b',
  'El 2026-11-20 a las 10:30',
  'El 20-11-2026, 10:30-12:30',
  'Nací el 15/03/1992, a las 7:15',
  'Puede ser 20/11, 21/11 o 22/11, 10:00, 11:30, 13:00 y 15:15',
  '10:00 - 12:30, 14:00 - 16:30',
  'El 20/11/2026 10 am, 2 personas',
  'Hay lugar 10:30, 12:00, 3 sillas',
  'Corte $650, tinte $1,250, los dos $1,800.50',
  '$650, $700, $850 y $1,200',
  'Entre $1,250.00 - $1,500.00',
  '650, 700 y 850 pesos',
  'Serían 1200 - 1500 - 1850',
  'Renta de $12,500 y depósito de $25,000',
  'Son $1,250,000 en equipo',
  'Van 2 de 4 sesiones, quedan 2',
  'Tengo libre el 10, 11, 12, 13, 16 y 17',
  'Tengo libre a las ocho, nueve, diez, once y doce',
  'Calle Colima 200, 06700 Cuauhtémoc',
  'Av. Insurgentes Sur 1235-4, 03100, Benito Juárez',
  'Av. 5 de Mayo 1234, piso 2, C.P. 06000',
  'Medidas 90-60-90, talla 28',
  'Mi pedido es el 48213, son 2 cajas de 12',
  'Vi trabajos en instagram, y fotos en insta',
  'Te vi en instagram gracias, y en tu insta bonito',
  'Búscame en insta, o te sigo en face',
  'Me encantó, subí fotos en Instagram',
  'Uso tijera del 5.5 y peine en face',
  'Doscientos cincuenta y cinco gramos',
]
for (const text of plain) test(`left unchanged: ${text}`, () => assert.equal(hideContact(text), null))

/** Pieces of a number, of at most this many digits each. */
const cut = (digits: string, lengths: readonly number[]) => {
  const pieces: string[] = []
  let at = 0
  for (const length of lengths) {
    if (at < digits.length) pieces.push(digits.slice(at, at + length))
    at += length
  }
  return at < digits.length ? [...pieces, digits.slice(at)] : pieces
}

test('a ten-digit telephone is hidden however it is split', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[2-9]\d{9}$/),
      fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 10 }),
      fc.constantFrom(
        '',
        ' ',
        '-',
        '/',
        '.',
        ':',
        ' - ',
        '👍',
        ' 👩🏽‍🦱 ',
        '·',
        ') (',
        '*',
        '=',
        ' guion ',
        '\n',
      ),
      (digits, lengths, sign) => {
        const pieces = cut(digits, lengths)
        // "21 22 24 27 31" may be days; it is ambiguous.
        fc.pre(
          !pieces.every((piece, at) => Number(piece) <= 31 && Number(piece) > Number(pieces[at - 1] ?? -1)),
        )
        // "550 - 120 - 3450" may be prices.
        fc.pre(sign !== ' - ' || !pieces.every((piece) => /[059]$/.test(piece)))
        assert.match(hideContact(`Mi cel ${pieces.join(sign)} gracias`) ?? '', /^Mi cel \[teléfono oculto\]/)
      },
    ),
  )
})

test('a day with its hour and a price stay as they are', () => {
  const two = (number: number) => String(number).padStart(2, '0')
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 31 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 0, max: 23 }),
      fc.integer({ min: 0, max: 59 }),
      fc.integer({ min: 20, max: 20_000 }),
      fc.constantFrom('/', '-', '.'),
      (day, month, hour, minute, fives, sign) => {
        const text = `${two(day)}${sign}${two(month)}${sign}2026 ${two(hour)}:${two(minute)}, $${(fives * 5).toLocaleString('en-US')}`
        assert.equal(hideContact(text), null)
      },
    ),
  )
})

test('a number written in several messages is one number', () => {
  assert.equal(hideContact('5678', ['55', '1234']), '[teléfono oculto]')
  assert.equal(
    hideContact('y termina en siete ocho', ['cinco cinco uno dos', 'tres cuatro cinco seis']),
    null,
  )
  assert.equal(
    hideContact('siete ocho', ['cinco cinco uno dos', 'tres cuatro cinco seis']),
    '[teléfono oculto]',
  )
  assert.equal(hideContact('Son 3', ['Llego a las 10:30', 'Traigo 250 pesos']), null)
})

test('two thousand arbitrary characters are scanned quickly', () => {
  for (const piece of ['a', '1', 'a.', '@', 'uno ', 'instagram es ', ' ', '.', 'a-', '[at]'])
    for (const text of [piece.repeat(2000).slice(0, 2000)]) {
      // CPU time, which other processes of a busy machine do not lengthen.
      const started = process.cpuUsage()
      hideContact(
        text,
        Array.from({ length: 8 }, () => text.slice(0, 100)),
      )
      const ms = process.cpuUsage(started).user / 1000
      assert.ok(ms < 5000, `${piece}: ${ms} ms`)
    }
})
