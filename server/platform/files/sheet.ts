/**
 * A letter-size page that any printer can print: a title, parts with terms, tables and sentences. Tagged, so that a screen reader knows headings
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
    /** A mark to compare by. */
    seal?: string
  }[]
  /** Who signs by hand, under a line each. */
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
  const paper = new Pdf({
    size: 'LETTER',
    margins: { top: 50, bottom: 44, left: 58, right: 58 },
    info: { Title: plain(sheet.title), Author: 'Kalli', CreationDate: now },
    lang: 'es-MX',
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    bufferPages: true,
  })
  paper.registerFont('Text', fontOf('DejaVuSans'))
  paper.registerFont('Bold', fontOf('DejaVuSans-Bold'))
  paper.registerFont('Title', fontOf('DejaVuSerif-Bold'))
  paper.registerFont('Mono', fontOf('DejaVuSansMono'))
  const bytes: Buffer[] = []
  const whole = new Promise<Buffer>((resolve, reject) => {
    paper.on('data', (part: Buffer) => bytes.push(part))
    paper.on('end', () => resolve(Buffer.concat(bytes)))
    paper.on('error', reject)
  })
  const root = paper.struct('Document')
  paper.addStructure(root)
  const as = (structType: 'H1' | 'H2' | 'P') => ({ structParent: root, structType })
  const left = paper.page.margins.left
  const width = paper.page.width - left - paper.page.margins.right
  /** Drawn and not read: lines between terms. */
  const line = (bottom: number, to = left + width) => {
    paper.markContent('Artifact', { type: 'Layout' })
    paper.moveTo(left, bottom).lineTo(to, bottom).lineWidth(0.5).strokeColor(rule).stroke()
    paper.endMarkedContent()
  }
  const term = ({ label, text }: { label: string; text: string }) => {
    // Its two columns stay on one page.
    const height = paper
      .font('Bold')
      .fontSize(9.5)
      .heightOfString(plain(text), { width: width - 140 })
    if (paper.y + height + 11 > paper.page.height - paper.page.margins.bottom) paper.addPage()
    const top = paper.y
    paper
      .font('Text')
      .fontSize(9)
      .fillColor(muted)
      .text(plain(label), left, top, { width: 130, ...as('P') })
    const under = paper.y
    paper
      .font('Bold')
      .fontSize(9.5)
      .fillColor(ink)
      .text(plain(text), left + 140, top, { width: width - 140, ...as('P') })
    const bottom = Math.max(paper.y, under) + 5
    line(bottom)
    paper.x = left
    paper.y = bottom + 5
  }
  paper.font('Bold').fontSize(11).fillColor(clay).text('KALLI', as('P'))
  paper.moveDown(0.6).font('Title').fontSize(22).fillColor(ink).text(plain(sheet.title), as('H1'))
  paper.moveDown(0.3).font('Text').fontSize(9.5).fillColor(muted).text(plain(sheet.under), as('P'))
  for (const { heading, terms = [], table, lines = [], seal = '' } of sheet.parts) {
    // A heading stays with what it is of.
    if (paper.y + 60 > paper.page.height - paper.page.margins.bottom) paper.addPage()
    paper
      .moveDown(0.8)
      .font('Bold')
      .fontSize(11)
      .fillColor(clay)
      .text(plain(heading), as('H2'))
      .moveDown(0.35)
    for (const one of terms) term(one)
    if (table !== undefined) drawTable(paper, root, table, { ink, muted, plain, line })
    for (const one of lines)
      paper
        .font('Text')
        .fontSize(9.5)
        .fillColor(ink)
        .text(plain(one), { lineGap: 2, ...as('P') })
        .moveDown(0.3)
    if (seal !== '')
      paper
        .font('Mono')
        .fontSize(8)
        .fillColor(muted)
        .text(`Sello ${seal.replaceAll(/(.{4})(?=.)/g, '$1 ')}`, as('P'))
  }
  if (sheet.signatures !== undefined) {
    if (paper.y + 90 > paper.page.height - paper.page.margins.bottom) paper.addPage()
    for (const name of sheet.signatures) {
      paper.moveDown(2.6)
      line(paper.y, left + 220)
      paper.moveDown(0.3).font('Text').fontSize(9.5).fillColor(ink).text(plain(name), as('P'))
    }
  }
  if (sheet.foot !== undefined)
    paper.moveDown(1).font('Text').fontSize(8).fillColor(muted).text(plain(sheet.foot), as('P'))
  root.end()
  numberPages(paper)
  paper.end()
  return whole
}

/** Of several, each says which it is; drawn and not read. */
const numberPages = (paper: PDFKit.PDFDocument) => {
  const { start, count } = paper.bufferedPageRange()
  if (count < 2) return
  for (let place = 0; place < count; place += 1) {
    paper.switchToPage(start + place)
    const { left, right, bottom } = paper.page.margins
    // In the margin, where text would otherwise begin another page.
    paper.page.margins.bottom = 0
    paper.markContent('Artifact', { type: 'Pagination' })
    paper
      .font('Text')
      .fontSize(8)
      .fillColor(muted)
      .text(`Página ${place + 1} de ${count}`, left, paper.page.height - bottom + 8, {
        width: paper.page.width - left - right,
        align: 'right',
        lineBreak: false,
      })
    paper.endMarkedContent()
    paper.page.margins.bottom = bottom
  }
}

/** Accents as one character with their sign. What the fonts lack (pictures, other scripts) is left out rather than printed as boxes. */
const plain = (text: string) =>
  text
    .normalize('NFC')
    .replaceAll(
      /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Mn}\p{N}\p{P}\p{Sc}\p{Sm}\p{Zs}\n°©®™№]/gu,
      '',
    )
    .replaceAll(/[\u{fe00}-\u{fe0f}]/gu, '')
