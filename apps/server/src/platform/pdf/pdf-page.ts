import { Buffer } from 'node:buffer'
import PDFDocument from 'pdfkit'
import { type FontName, type Fonts, pdfFonts } from './fonts.ts'
import { type TextRun, textRuns } from './text-runs.ts'

export interface PdfInfo {
  title: string
  author: string
  subject: string
  /** The date in the file: the same document is the same bytes. */
  createdAt: Date
  /** In the creation tool's place. */
  creator: string
}

export interface TextStyle {
  size?: number
  weight?: 'normal' | 'bold'
  color?: string
  /** Where x is: the left end (by default), or the right end. */
  align?: 'left' | 'right'
  /** In points: longer text ends with an ellipsis. */
  widthMax?: number
}

/** A file that is attached to the document. */
export interface Attachment {
  name: string
  mediaType: string
  text: string
  description: string
}

export interface PdfPages {
  /** Writes one line. Its top is at y; both in points from the upper left corner of an A4 page. */
  text(line: string, x: number, y: number, style?: TextStyle): void
  /** Breaks text at spaces into lines of a width. */
  lines(text: string, width: number, style?: TextStyle): string[]
  rule(y: number, from: number, to: number): void
  addPage(): void
  /** Calls back for each page, after all are written. */
  eachPage(write: (page: number, pages: number) => void): void
  attach(file: Attachment): void
  /** Adds a description to the XMP metadata, as RDF/XML. */
  metadata(rdf: string): void
  end(): Promise<Buffer>
}

const ink = '#1a1a20'
const usualSize = 9
/** Shapes a run as a whole: word by word, right-to-left words would follow each other from left to right. */
const whole: { features: PDFKit.Mixins.OpenTypeFeatures[] } = { features: [] }

/**
 * Opens a PDF/A-3b document of A4 pages (ISO 19005-3): fonts embedded, sRGB. The same calls make the same bytes. Text of
 * any script is written from left to right and right to left; characters without a glyph become `?`.
 */
export function openPdf(info: PdfInfo): PdfPages {
  const { open, hasGlyph } = pdfFonts()
  const { createdAt, creator, title, author, subject } = info
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    subset: 'PDF/A-3b',
    pdfVersion: '1.7',
    lang: 'en',
    displayTitle: true,
    // Without a font, the document would begin with Helvetica, which is not embedded.
    font: asFontSource(open.latin),
    info: {
      ...{ Title: title, Author: author, Subject: subject, Creator: creator, Producer: creator },
      CreationDate: createdAt,
      ModDate: createdAt,
    },
  })
  for (const [name, font] of Object.entries(open)) doc.registerFont(name, asFontSource(font))
  const pieces: Buffer[] = []
  doc.on('data', (piece: Buffer) => pieces.push(piece))

  const measured = (runs: readonly TextRun[], style: TextStyle) =>
    runs.map((run) => {
      select(run, style)
      return { ...run, width: doc.widthOfString(run.text, whole) }
    })
  const select = ({ face }: TextRun, { size = usualSize, weight = 'normal' }: TextStyle) =>
    doc.font(fontOf(face, weight)).fontSize(size)
  const widthOf = (line: string, style: TextStyle) =>
    measured(textRuns(line, hasGlyph), style).reduce((sum, { width }) => sum + width, 0)

  function text(line: string, x: number, y: number, style: TextStyle = {}): void {
    const fitted = fit(line, style.widthMax, (shown) => widthOf(shown, style))
    const runs = measured(textRuns(fitted, hasGlyph), style)
    const width = runs.reduce((sum, run) => sum + run.width, 0)
    // Baselines are the same for all fonts of a line.
    const baseline = y + (style.size ?? usualSize)
    let left = style.align === 'right' ? x - width : x
    for (const run of runs) {
      select(run, style)
      doc.fillColor(style.color ?? ink)
      doc.text(run.text, left, baseline, { ...whole, lineBreak: false, baseline: 'alphabetic' })
      left += run.width
    }
  }

  return {
    text,
    lines: (content, width, style = {}) =>
      brokenAt(content, (line) => widthOf(line, style) <= width),
    rule: (y, from, to) =>
      void doc.moveTo(from, y).lineTo(to, y).lineWidth(0.5).strokeColor('#c9c9d2').stroke(),
    addPage: () => void doc.addPage(),
    eachPage(write) {
      const { start, count } = doc.bufferedPageRange()
      for (let page = 0; page < count; page += 1) {
        doc.switchToPage(start + page)
        write(page + 1, count)
      }
    },
    attach: ({ name, mediaType, text: content, description }) =>
      void doc.file(Buffer.from(content), {
        ...{ name, type: mediaType, description, relationship: 'Alternative' },
        ...{ creationDate: createdAt, modifiedDate: createdAt },
      }),
    metadata: (rdf) => appendMetadata(doc, rdf),
    async end() {
      const ended = new Promise<void>((resolve, reject) => {
        doc.on('end', resolve)
        doc.on('error', reject)
      })
      doc.end()
      await ended
      return Buffer.concat(pieces)
    },
  }
}

function fontOf(face: TextRun['face'], weight: 'normal' | 'bold'): FontName {
  if (face === 'emoji' || weight === 'normal') return face
  return face === 'arabic' ? 'arabicBold' : 'latinBold'
}

/** Named cast: pdfkit takes an opened font as well; its types know names and bytes alone. */
function asFontSource(font: Fonts['open'][FontName]): string {
  return font as unknown as string
}

/** Named cast: `appendXML` is how pdfkit takes extensions of the XMP metadata; its types leave it out. */
function appendMetadata(doc: PDFKit.PDFDocument, rdf: string): void {
  const open = doc as PDFKit.PDFDocument & { appendXML(xml: string): void }
  open.appendXML(rdf)
}

function fit(line: string, widthMax: number | undefined, widthOf: (line: string) => number) {
  if (widthMax === undefined) return line
  // Hardly a letter is narrower than two points: longer text is not measured.
  const signs = Array.from(line).slice(0, Math.ceil(widthMax / 2))
  if (signs.length < line.length / 2 - 1 || widthOf(line) > widthMax)
    return shortened(signs, { widthMax, widthOf })
  return line
}

function shortened(
  signs: readonly string[],
  { widthMax, widthOf }: { widthMax: number; widthOf: (line: string) => number },
): string {
  let [fits, tooLong] = [0, signs.length]
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2)
    if (widthOf(`${signs.slice(0, middle).join('')}…`) <= widthMax) fits = middle
    else tooLong = middle
  }
  return `${signs.slice(0, fits).join('').trimEnd()}…`
}

function brokenAt(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && fits(`${last} ${word}`)) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
