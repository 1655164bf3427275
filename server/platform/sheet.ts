/** A letter page that any printer can do: a title, parts with terms and sentences. The library comes with the first one. */

export type Sheet = {
  title: string
  /** Number, state and dates. */
  under: string
  parts: readonly {
    heading: string
    terms?: readonly { label: string; text: string }[]
    lines?: readonly string[]
    /** A mark to compare by. */
    seal?: string
  }[]
}

const ink = '#1f2a24'
const muted = '#5c665f'
const clay = '#a4472c'
const rule = '#d9d2c5'

export const drawSheet = async (sheet: Sheet, now: Date): Promise<Buffer> => {
  const { default: Pdf } = await import('pdfkit')
  const paper = new Pdf({
    size: 'LETTER',
    margins: { top: 50, bottom: 44, left: 58, right: 58 },
    info: { Title: sheet.title, Author: 'Kalli', CreationDate: now },
    lang: 'es-MX',
  })
  const bytes: Buffer[] = []
  const whole = new Promise<Buffer>((resolve, reject) => {
    paper.on('data', (part: Buffer) => bytes.push(part))
    paper.on('end', () => resolve(Buffer.concat(bytes)))
    paper.on('error', reject)
  })
  const left = paper.page.margins.left
  const width = paper.page.width - left - paper.page.margins.right
  const term = ({ label, text }: { label: string; text: string }) => {
    // Its two columns stay on one page.
    const height = paper
      .font('Helvetica-Bold')
      .fontSize(10.5)
      .heightOfString(plain(text), { width: width - 140 })
    if (paper.y + height + 11 > paper.page.height - paper.page.margins.bottom) paper.addPage()
    const top = paper.y
    paper.font('Helvetica').fontSize(10).fillColor(muted).text(plain(label), left, top, { width: 130 })
    const under = paper.y
    paper
      .font('Helvetica-Bold')
      .fontSize(10.5)
      .fillColor(ink)
      .text(plain(text), left + 140, top, { width: width - 140 })
    const bottom = Math.max(paper.y, under) + 5
    paper
      .moveTo(left, bottom)
      .lineTo(left + width, bottom)
      .lineWidth(0.5)
      .strokeColor(rule)
      .stroke()
    paper.x = left
    paper.y = bottom + 5
  }
  paper.font('Helvetica-Bold').fontSize(11).fillColor(clay).text('KALLI')
  paper.moveDown(0.6).font('Times-Bold').fontSize(25).fillColor(ink).text(plain(sheet.title))
  paper.moveDown(0.3).font('Helvetica').fontSize(10.5).fillColor(muted).text(plain(sheet.under))
  for (const { heading, terms = [], lines = [], seal = '' } of sheet.parts) {
    // A heading stays with what it is of.
    if (paper.y + 60 > paper.page.height - paper.page.margins.bottom) paper.addPage()
    paper.moveDown(0.8).font('Helvetica-Bold').fontSize(12).fillColor(clay).text(heading).moveDown(0.35)
    for (const one of terms) term(one)
    for (const line of lines)
      paper.font('Helvetica').fontSize(10.5).fillColor(ink).text(plain(line), { lineGap: 2.5 }).moveDown(0.3)
    if (seal !== '')
      paper
        .font('Courier')
        .fontSize(9)
        .fillColor(muted)
        .text(`Sello ${seal.replaceAll(/(.{4})(?=.)/g, '$1 ')}`)
  }
  paper.end()
  return whole
}

/** The printer's own letters know Western Europe; what they lack is left out rather than printed wrong. */
const plain = (text: string) => text.replace(/[^\u0020-\u007e\u00a0-\u00ff\u2013-\u2022\u2026\n]/gu, '')
