/** A table in a PDF: figures right-aligned, its header repeated on each page, rows unbroken, and tagged as a table for screen readers. */

export type SheetTable = {
  /** `share`: fraction of the page's width; they sum to 1. */
  columns: readonly { title: string; share: number; isFigure?: boolean }[]
  rows: readonly (readonly string[])[]
  /** Totals, as a last row. */
  sum?: readonly string[]
}

type Look = { ink: string; muted: string; plain: (text: string) => string; line: (bottom: number) => void }

const gap = 8
const size = 8

export const drawTable = (
  pdf: PDFKit.PDFDocument,
  root: PDFKit.PDFStructureElement,
  { columns, rows, sum }: SheetTable,
  { ink, muted, plain, line }: Look,
) => {
  const left = pdf.page.margins.left
  const width = pdf.page.width - left - pdf.page.margins.right
  const end = () => pdf.page.height - pdf.page.margins.bottom
  const table = pdf.struct('Table')
  root.add(table)
  const places = columns.map(({ share }, place) => ({
    from: left + width * columns.slice(0, place).reduce((before, one) => before + one.share, 0),
    room: width * share - gap,
  }))
  /** `row`: the cells' role for screen readers; the header of a later page is only drawn. */
  const drawRow = (texts: readonly string[], font: string, colour: string, row?: 'TH' | 'TD') => {
    pdf.font(font).fontSize(size).fillColor(colour)
    const cells = columns.map((column, place) => ({
      ...column,
      ...places[place],
      text: plain(texts[place] ?? ''),
    }))
    const height = Math.max(...cells.map(({ text, room = 0 }) => pdf.heightOfString(text, { width: room })))
    const top = pdf.y
    const read = row === undefined ? undefined : pdf.struct('TR')
    if (read !== undefined) table.add(read)
    for (const { text, from = left, room = 0, isFigure = false } of cells) {
      const options = { width: room, align: isFigure ? ('right' as const) : ('left' as const) }
      if (read === undefined || row === undefined) {
        pdf.markContent('Artifact', { type: 'Pagination' })
        pdf.text(text, from, top, options)
        pdf.endMarkedContent()
      } else pdf.text(text, from, top, { ...options, structParent: read, structType: row })
    }
    read?.end()
    line(top + height + 3)
    pdf.x = left
    pdf.y = top + height + 7
  }
  const titles = columns.map(({ title }) => title)
  drawRow(titles, 'Text', muted, 'TH')
  const heightOf = (texts: readonly string[], font: string) =>
    Math.max(
      ...texts.map((text, place) =>
        pdf
          .font(font)
          .fontSize(size)
          .heightOfString(plain(text), { width: places[place]?.room ?? 0 }),
      ),
    )
  const all = [
    ...rows.map((texts) => ({ texts, font: 'Text' })),
    ...(sum ? [{ texts: sum, font: 'Bold' }] : []),
  ]
  for (const { texts, font } of all) {
    if (pdf.y + heightOf(texts, font) + 7 > end()) {
      pdf.addPage()
      drawRow(titles, 'Text', muted)
    }
    drawRow(texts, font, ink, 'TD')
  }
  table.end()
}
