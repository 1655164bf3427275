/** Files of contacts as other programs write them: columns by their headers, encodings, dates, telephones, and what cannot be read. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contactsIn } from '#server/booking/client-file/contacts.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const read = (text: string) => {
  const found = contactsIn(bytes(text), 2026)
  assert.ok(found)
  return found
}
const short = (text: string) =>
  read(text).contacts.map(({ firstName, lastName, phone, email }) => [firstName, lastName, phone, email])

const files = {
  Fresha: [
    'First Name,Last Name,Full Name,Mobile Number,Email,Date of Birth,Client Source,Tags,Note',
    'Íngrid,Núñez,Íngrid Núñez,+52 55 1234 5678,INGRID@correo.mx,1990-03-08,Walk-In,"VIP, Color","Alergia: ""níquel"""',
  ],
  Booksy: [
    'Name;Phone;Email;Birthday;Tags;Notes',
    'Íngrid Núñez;5512345678;ingrid@correo.mx;08/03/1990;VIP;Alergia: "níquel"',
  ],
  AgendaPro: [
    'Nombre,Apellido,Email,Teléfono,Fecha de nacimiento,Etiquetas,Notas',
    'Íngrid,Núñez,ingrid@correo.mx,044 55 1234 5678,08-03-1990,VIP,"Alergia: ""níquel"""',
  ],
  Google: [
    'First Name,Middle Name,Last Name,Birthday,Notes,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value',
    'Íngrid,,Núñez,1990-03-08,"Alergia: ""níquel""",* myContacts ::: VIP,* ,ingrid@correo.mx,Mobile,+525512345678',
  ],
  'Google en español': [
    'Nombre,Segundo nombre,Apellidos,Cumpleaños,Notas,Etiquetas,Correo electrónico 1 - Valor,Teléfono 1 - Valor',
    'Íngrid,,Núñez,1990-03-08,"Alergia: ""níquel""",* myContacts ::: VIP,ingrid@correo.mx,55 1234 5678',
  ],
}
for (const [program, lines] of Object.entries(files))
  for (const end of ['\r\n', '\n'])
    test(`a CSV file from ${program} is read by its headers (${JSON.stringify(end)})`, () => {
      const { contacts, problems } = read(`\ufeff${lines.join(end)}${end}`)
      assert.deepEqual(problems, [])
      const [one] = contacts
      assert.ok(one)
      assert.deepEqual(
        [one.firstName, one.lastName, one.phone, one.email, one.birthday, one.note],
        [
          'Íngrid',
          'Núñez',
          '+525512345678',
          'ingrid@correo.mx',
          { month: 3, day: 8, year: 1990 },
          'Alergia: "níquel"',
        ],
      )
      assert.ok(one.tags.includes('VIP') && !one.tags.some((tag) => tag.startsWith('*')))
    })

test('reads vCards from Apple, Google and old telephones, with folded lines, two numbers and no birth year', () => {
  const { contacts, origin } = read(
    [
      'BEGIN:VCARD',
      'VERSION:3.0',
      'N:Núñez;Íngrid;;;',
      'FN:Íngrid Núñez',
      'item1.TEL;type=CELL;type=pref:55 1234 5678',
      'TEL;TYPE=HOME:+52 33 3333 4444',
      'BDAY;X-APPLE-OMIT-YEAR=1604:1604-03-08',
      'NOTE:Prefiere los jueves\\, en la',
      '  mañana',
      'END:VCARD',
      'BEGIN:VCARD',
      'VERSION:2.1',
      'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:L=C3=B3pez;Mar=C3=',
      '=ADa;;;',
      'TEL;CELL:5598765432',
      'END:VCARD',
      'BEGIN:VCARD',
      'VERSION:4.0',
      'FN:Ana Ruiz',
      'TEL;VALUE=uri:tel:+525511112222',
      'END:VCARD',
    ].join('\r\n'),
  )
  assert.equal(origin, 'vcard')
  assert.deepEqual(
    contacts.map(({ firstName, lastName, phone }) => [firstName, lastName, phone]),
    [
      ['Íngrid', 'Núñez', '+525512345678'],
      ['María', 'López', '+525598765432'],
      ['Ana', 'Ruiz', '+525511112222'],
    ],
  )
  assert.deepEqual(contacts[0]?.birthday, { month: 3, day: 8, year: null })
  assert.equal(contacts[0]?.note, 'Prefiere los jueves, en la mañana\nOtro teléfono: +523333334444')
})

test('files in Latin-1 and UTF-16 keep their accents', () => {
  const text = 'Nombre;Teléfono\r\nBegoña Núñez;5512345678\r\n'
  const latin = Uint8Array.from(Buffer.from(text, 'latin1'))
  const utf16 = Uint8Array.from(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]))
  for (const file of [latin, utf16])
    assert.deepEqual(
      contactsIn(file, 2026)?.contacts.map(({ firstName, lastName }) => [firstName, lastName]),
      [['Begoña', 'Núñez']],
    )
})

test('dates are read with the month first where the file shows it, and else with the day first', () => {
  const days = (rows: readonly string[]) =>
    read(['Nombre,Cumpleaños', ...rows.map((date) => `Ana,${date}`)].join('\n')).contacts.map(
      ({ birthday }) => (birthday === null ? null : `${birthday.day}/${birthday.month}/${birthday.year}`),
    )
  assert.deepEqual(days(['08/03/1990', '25/12/85']), ['8/3/1990', '25/12/1985'])
  assert.deepEqual(days(['08/03/1990', '12/25/1985']), ['3/8/1990', '25/12/1985'])
  assert.deepEqual(days(['8 de marzo de 1990', '"Mar 8, 1990"']), ['8/3/1990', '8/3/1990'])
})

test('an unreadable value is reported by its line and kept in the note, and a line without name or telephone is skipped', () => {
  const { contacts, problems, unread } = read(
    [
      'Nombre,Teléfono,Correo,Cumpleaños,Color favorito',
      'Ana,12345,ana@,31/02/1990,azul',
      ',,,,verde',
      ',55 1234 5678,,,',
      '"Eva',
      'María",5598765432,,,',
    ].join('\n'),
  )
  assert.deepEqual(problems, [
    {
      line: 2,
      text: 'No entendimos el teléfono «12345»; queda en su nota; no entendimos el correo «ana@»; queda en su nota; no entendimos el cumpleaños «31/02/1990»; queda en su nota.',
    },
    { line: 3, text: 'No trae nombre ni teléfono: no se agrega.' },
  ])
  assert.deepEqual(unread, ['Color favorito'])
  assert.equal(
    contacts[0]?.note,
    'Teléfono en el archivo: 12345\nCorreo en el archivo: ana@\nCumpleaños en el archivo: 31/02/1990',
  )
  assert.deepEqual(
    contacts.map(({ firstName, phone, line }) => [firstName, phone, line]),
    [
      ['Ana', '', 2],
      ['+525512345678', '+525512345678', 4],
      ['Eva', '+525598765432', 5],
    ],
  )
})

test('reads full names from one column, also as surname, comma, first name', () => {
  assert.deepEqual(short('Cliente,Celular\n"Pérez López, Ana",5512345678\nMía,\n'), [
    ['Ana', 'Pérez López', '+525512345678', ''],
    ['Mía', '', '', ''],
  ])
})

for (const text of [
  '',
  'hola',
  'a,b,c\n1,2,3',
  '\u0000\u0001',
  'BEGIN:VCARD',
  '"""',
  'constructor,__proto__\n1,2',
])
  test(`no contacts in ${JSON.stringify(text)}, and no error`, () => {
    assert.equal(contactsIn(bytes(text), 2026)?.contacts.length ?? 0, 0)
  })
