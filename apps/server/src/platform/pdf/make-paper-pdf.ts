import type { Paper, PaperColumn, PaperParty } from './paper.ts'
import { openPdf, type PdfPages, type TextStyle } from './pdf-page.ts'

/** The edges of what is written on an A4 page, in points. */
export const paperEdges = { left: 48, middle: 305, right: 547 } as const

const { left, middle, right } = paperEdges
const bottom = 770
const quiet = '#5f5f6b'
const rowHeight = 15
const lineHeight = 13

/**
 * Makes the PDF/A-3b of a paper. The same paper is the same bytes. It computes for a tenth of a second and more: the server
 * calls it in a thread (`createPaperMaker`).
 */
export async function makePaperPdf(paper: Paper): Promise<Buffer> {
  const pages = openPdf({
    ...{ title: paper.name, author: paper.author, subject: paper.subject },
    createdAt: new Date(paper.date),
    creator: 'Gridloom',
  })
  if (paper.attachment !== null) pages.attach(paper.attachment)
  if (paper.metadata !== null) pages.metadata(paper.metadata)
  const belowHead = writeHead(pages, paper)
  const belowRows = writeRows(pages, paper, belowHead)
  writeTotals(pages, paper, belowRows)
  pages.eachPage((page, count) => writeFoot(pages, paper.foot, `Page ${page} of ${count}`))
  return pages.end()
}

function writeHead(pages: PdfPages, { title, facts, parties, remark }: Paper): number {
  pages.text(title, left, 44, { size: 20, weight: 'bold' })
  let y = 48
  for (const [name, value] of facts) {
    pages.text(name, middle, y, { color: quiet })
    pages.text(value, right, y, { align: 'right', widthMax: right - middle - 90 })
    y += rowHeight
  }
  const top = Math.max(y, 100) + 14
  const ends = parties.map((party, at) =>
    writeParty(pages, party, { x: at === 0 ? left : middle, y: top }),
  )
  const below = Math.max(top, ...ends)
  if (remark === null) return below + 18
  const lines = pages.lines(remark, right - left)
  for (const [at, line] of lines.entries()) pages.text(line, left, below + 10 + at * lineHeight)
  return below + 28 + lines.length * lineHeight
}

function writeParty(
  pages: PdfPages,
  { word, name, lines }: PaperParty,
  { x, y }: { x: number; y: number },
): number {
  const widthMax = middle - left - 16
  pages.text(word, x, y, { color: quiet })
  let at = y + 15
  for (const line of pages.lines(name, widthMax, { size: 10, weight: 'bold' })) {
    pages.text(line, x, at, { size: 10, weight: 'bold', widthMax })
    at += 14
  }
  for (const line of lines) {
    pages.text(line, x, at, { widthMax })
    at += lineHeight
  }
  return at
}

function writeRows(pages: PdfPages, { columns, rows }: Paper, top: number): number {
  let y = writeColumns(pages, columns, top)
  for (const row of rows) {
    if (y + rowHeight > bottom) {
      pages.addPage()
      y = writeColumns(pages, columns, 48)
    }
    for (const [at, column] of columns.entries())
      pages.text(row[at] ?? '', column.x, y, styleOf(column))
    y += rowHeight
  }
  pages.rule(y + 2, left, right)
  return y + 8
}

function styleOf({ align, widthMax, look }: PaperColumn): TextStyle {
  return {
    ...(align === undefined ? {} : { align }),
    ...(widthMax === undefined ? {} : { widthMax }),
    ...(look === undefined ? {} : { size: 7, color: quiet }),
  }
}

function writeColumns(pages: PdfPages, columns: readonly PaperColumn[], y: number): number {
  for (const { text, x, align = 'left' } of columns)
    pages.text(text, x, y, { color: quiet, size: 8, align })
  pages.rule(y + 14, left, right)
  return y + 20
}

function writeTotals(pages: PdfPages, { sums, total, notes }: Paper, top: number): void {
  const noteLines = notes.flatMap((note) => pages.lines(note, right - left))
  let y = top
  if (y + (sums.length + 2) * rowHeight + noteLines.length * lineHeight > bottom) {
    pages.addPage()
    y = 48
  }
  for (const [name, value] of sums) {
    pages.text(name, middle, y)
    pages.text(value, right, y, { align: 'right' })
    y += rowHeight
  }
  pages.rule(y, middle, right)
  const bold = { weight: 'bold', size: 11 } as const
  pages.text(total[0], middle, y + 5, bold)
  pages.text(total[1], right, y + 5, { ...bold, align: 'right' })
  for (const [at, line] of noteLines.entries())
    pages.text(line, left, y + 32 + at * lineHeight, { color: quiet })
}

function writeFoot(pages: PdfPages, foot: string, page: string): void {
  const style = { size: 7, color: quiet } as const
  pages.rule(796, left, right)
  pages.text(foot, left, 802, { ...style, widthMax: 380 })
  pages.text(page, right, 802, { ...style, align: 'right' })
}
