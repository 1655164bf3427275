/**
 * A letter-size PDF for any printer: a title, parts with terms, tables and sentences. Tagged, so that a screen reader knows headings
 * and paragraphs, with embedded fonts that have every Latin character. The library is loaded with the first one.
 */
import { createRequire } from 'node:module'
import { drawTable, type SheetTable } from '#server/platform/files/sheet-table.ts'

export type Sheet = {
  title: string
  /** Number, state and dates. */
  under: string
  parts: readonly {
    heading: string
    terms?: readonly { label: string; text: string }[]
    table?: SheetTable
    lines?: readonly string[]
    /** A mark by which copies are compared. */
    seal?: string
  }[]
  /** Names for handwritten signatures, under a line each. */
  signatures?: readonly string[]
  foot?: string
}

const ink = '#1f2a24'
const muted = '#5c665f'
const clay = '#a4472c'
const rule = '#d9d2c5'

const fontOf = (name: string) => createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)

export const drawSheet = async (sheet: Sheet, now: Date): Promise<Buffer> => {
  const { default: Pdf } = await import('pdfkit')
  const pdf = new Pdf({
    size: 'LETTER',
    margins: { top: 50, bottom: 44, left: 58, right: 58 },
    info: { Title: plain(sheet.title), Author: 'Kalli', CreationDate: now },
    lang: 'es-MX',
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    bufferPages: true,
  })
  pdf.registerFont('Text', fontOf('DejaVuSans'))
  pdf.registerFont('Bold', fontOf('DejaVuSans-Bold'))
  pdf.registerFont('Title', fontOf('DejaVuSerif-Bold'))
  pdf.registerFont('Mono', fontOf('DejaVuSansMono'))
  const bytes: Buffer[] = []
  const whole = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (part: Buffer) => bytes.push(part))
    pdf.on('end', () => resolve(Buffer.concat(bytes)))
    pdf.on('error', reject)
  })
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  const as = (structType: 'H1' | 'H2' | 'P') => ({ structParent: root, structType })
  const left = pdf.page.margins.left
  const width = pdf.page.width - left - pdf.page.margins.right
  /** Decoration for screen readers: lines between terms. */
  const line = (bottom: number, to = left + width) => {
    pdf.markContent('Artifact', { type: 'Layout' })
    pdf.moveTo(left, bottom).lineTo(to, bottom).lineWidth(0.5).strokeColor(rule).stroke()
    pdf.endMarkedContent()
  }
  const term = ({ label, text }: { label: string; text: string }) => {
    // Keeps both columns on one page.
    const height = pdf
      .font('Bold')
      .fontSize(9.5)
      .heightOfString(plain(text), { width: width - 140 })
    if (pdf.y + height + 11 > pdf.page.height - pdf.page.margins.bottom) pdf.addPage()
    const top = pdf.y
    pdf
      .font('Text')
      .fontSize(9)
      .fillColor(muted)
      .text(plain(label), left, top, { width: 130, ...as('P') })
    const under = pdf.y
    pdf
      .font('Bold')
      .fontSize(9.5)
      .fillColor(ink)
      .text(plain(text), left + 140, top, { width: width - 140, ...as('P') })
    const bottom = Math.max(pdf.y, under) + 5
    line(bottom)
    pdf.x = left
    pdf.y = bottom + 5
  }
  pdf.font('Bold').fontSize(11).fillColor(clay).text('KALLI', as('P'))
  pdf.moveDown(0.6).font('Title').fontSize(22).fillColor(ink).text(plain(sheet.title), as('H1'))
  pdf.moveDown(0.3).font('Text').fontSize(9.5).fillColor(muted).text(plain(sheet.under), as('P'))
  for (const { heading, terms = [], table, lines = [], seal = '' } of sheet.parts) {
    // A heading stays with what follows it.
    if (pdf.y + 60 > pdf.page.height - pdf.page.margins.bottom) pdf.addPage()
    pdf.moveDown(0.8).font('Bold').fontSize(11).fillColor(clay).text(plain(heading), as('H2')).moveDown(0.35)
    for (const one of terms) term(one)
    if (table !== undefined) drawTable(pdf, root, table, { ink, muted, plain, line })
    for (const one of lines)
      pdf
        .font('Text')
        .fontSize(9.5)
        .fillColor(ink)
        .text(plain(one), { lineGap: 2, ...as('P') })
        .moveDown(0.3)
    if (seal !== '')
      pdf
        .font('Mono')
        .fontSize(8)
        .fillColor(muted)
        .text(`Sello ${seal.replaceAll(/(.{4})(?=.)/g, '$1 ')}`, as('P'))
  }
  if (sheet.signatures !== undefined) {
    if (pdf.y + 90 > pdf.page.height - pdf.page.margins.bottom) pdf.addPage()
    for (const name of sheet.signatures) {
      pdf.moveDown(2.6)
      line(pdf.y, left + 220)
      pdf.moveDown(0.3).font('Text').fontSize(9.5).fillColor(ink).text(plain(name), as('P'))
    }
  }
  if (sheet.foot !== undefined)
    pdf.moveDown(1).font('Text').fontSize(8).fillColor(muted).text(plain(sheet.foot), as('P'))
  root.end()
  numberPages(pdf)
  pdf.end()
  return whole
}

/** Numbers the pages when there are several; decoration for screen readers. */
const numberPages = (pdf: PDFKit.PDFDocument) => {
  const { start, count } = pdf.bufferedPageRange()
  if (count < 2) return
  for (let place = 0; place < count; place += 1) {
    pdf.switchToPage(start + place)
    const { left, right, bottom } = pdf.page.margins
    // In the margin, where text would otherwise start another page.
    pdf.page.margins.bottom = 0
    pdf.markContent('Artifact', { type: 'Pagination' })
    pdf
      .font('Text')
      .fontSize(8)
      .fillColor(muted)
      .text(`Página ${place + 1} de ${count}`, left, pdf.page.height - bottom + 8, {
        width: pdf.page.width - left - right,
        align: 'right',
        lineBreak: false,
      })
    pdf.endMarkedContent()
    pdf.page.margins.bottom = bottom
  }
}

/** Composes accents with their letters. Characters missing from the fonts (pictures, other scripts) are left out, not printed as boxes. */
const plain = (text: string) =>
  text
    .normalize('NFC')
    .replaceAll(
      /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Mn}\p{N}\p{P}\p{Sc}\p{Sm}\p{Zs}\n°©®™№]/gu,
      '',
    )
    .replaceAll(/[\u{fe00}-\u{fe0f}]/gu, '')
