/** What leads outside of Kalli is hidden; what people of the trade say to each other is not. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hideContact } from '#contract/outside-contact.ts'

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
]
for (const text of plain) test(`left as it is: ${text}`, () => assert.equal(hideContact(text), null))

test('a number told in pieces is one number', () => {
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

test('two thousand letters of anything are read in no time', () => {
  for (const piece of ['a', '1', 'a.', '@', 'uno ', 'instagram es ', ' ', '.', 'a-', '[at]'])
    for (const text of [piece.repeat(2000).slice(0, 2000)]) {
      const begun = performance.now()
      hideContact(
        text,
        Array.from({ length: 8 }, () => text.slice(0, 100)),
      )
      assert.ok(performance.now() - begun < 5000, `${piece}: ${performance.now() - begun} ms`)
    }
})
