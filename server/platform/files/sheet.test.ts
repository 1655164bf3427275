/** Printed sheets: every character of a name, in embedded fonts, tagged and in Spanish. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inflateSync } from 'node:zlib'
import { drawSheet } from '#server/platform/files/sheet.ts'

const now = new Date('2026-11-20T16:00:00Z')

const textOf = (pdf: Buffer) => {
  const source = pdf.toString('latin1')
  const streams = [...source.matchAll(/stream\r?\n/g)].flatMap(({ index, 0: { length } }) => {
    const from = index + length
    try {
      return [inflateSync(pdf.subarray(from, source.indexOf('endstream', from))).toString('latin1')]
    } catch {
      return []
    }
  })
  return { source, streams }
}

/** The characters that can be copied out of the file: what its fonts map to Unicode. */
const emailsOf = (pdf: Buffer) =>
  new Set(
    textOf(pdf)
      .streams.filter((stream) => stream.includes('beginbfrange') || stream.includes('beginbfchar'))
      .flatMap((stream) => [...stream.matchAll(/<([0-9a-f]{4,})>/gi)])
      .map(([, hex = '']) => String.fromCodePoint(Number.parseInt(hex.slice(0, 4), 16))),
  )

test('no character of a name is missing from a PDF, however its accents were typed', async () => {
  const names = [
    'Dvořák',
    'Jose\u0301 Nu\u0301n\u0303ez',
    'Łukasz Wiśniewski',
    'Çağlar Şahin',
    'Ngô Đình Diệm',
    'Ĥrẍ́',
  ]
  const pdf = await drawSheet(
    { title: 'Convenio', under: names.join(', '), parts: [{ heading: 'Uno' }] },
    now,
  )
  const emails = emailsOf(pdf)
  const wanted = new Set(
    names
      .join('')
      .normalize('NFC')
      .replaceAll(/[\p{Zs}]/gu, ''),
  )
  assert.deepEqual(
    [...wanted].filter((email) => !emails.has(email)),
    [],
  )
})

test('a PDF is tagged, in Mexican Spanish, with a title and embedded fonts', async () => {
  const pdf = await drawSheet(
    {
      title: 'Contrato de la casa',
      under: 'Casa Colibrí 💇‍♀️',
      parts: [
        {
          heading: 'Quiénes',
          terms: [{ label: 'Renta', text: '$150 por hora' }],
          lines: ['Una línea.'],
          seal: 'abcd',
        },
      ],
      signatures: ['La casa', 'La persona profesional'],
      foot: 'Generado en Kalli.',
    },
    now,
  )
  const { source } = textOf(pdf)
  assert.match(source, /\/MarkInfo/)
  assert.match(source, /\/Marked true/)
  assert.match(source, /\/StructTreeRoot/)
  assert.match(source, /\/Lang \(es-MX\)/)
  assert.match(source, /\/DisplayDocTitle true/)
  for (const role of ['H1', 'H2', 'P', 'Document']) assert.match(source, new RegExp(`/S /${role}\\b`))
  // None of the fourteen fonts that a printer must provide itself.
  assert.doesNotMatch(source, /\/BaseFont \/(Helvetica|Times|Courier)/)
  assert.match(source, /\/FontFile2/)
  assert.ok(!emailsOf(pdf).has('\u{200d}'))
})

test('a long table repeats its header on every page, is tagged as one table, and numbers its pages', async () => {
  const rows = Array.from({ length: 120 }, (_, day) => [`Día ${day + 1}`, '$1,000'])
  const pdf = await drawSheet(
    {
      title: 'Estado de cuenta',
      under: 'Noviembre',
      parts: [
        {
          heading: 'Movimientos',
          table: {
            columns: [
              { title: 'Fecha', share: 0.7 },
              { title: 'Importe', share: 0.3, isFigure: true },
            ],
            rows,
            sum: ['En total', '$120,000'],
          },
        },
      ],
    },
    now,
  )
  const { source, streams } = textOf(pdf)
  const count = (role: string) => source.match(new RegExp(`/S /${role}\\b`, 'g'))?.length
  // The headers of later pages are drawn but not tagged.
  assert.deepEqual(['Table', 'TR', 'TH', 'TD'].map(count), [1, 122, 2, 242])
  const pages = source.match(/\/Type \/Page\b/g)?.length ?? 0
  assert.ok(pages > 2 && pages < 6, `${pages} pages`)
  assert.ok(streams.some((stream) => stream.includes('/Artifact')))
})
