import type { Attachment } from './pdf-page.ts'

/** A name and its value, such as `Number` and `INV-2026-00001`. */
export type PaperFact = readonly [name: string, value: string]

/** A column of a table: where it begins (or ends, where it is aligned right), in points from the left edge. */
export interface PaperColumn {
  readonly text: string
  readonly x: number
  readonly align?: 'left' | 'right'
  /** In points: longer text ends with an ellipsis. */
  readonly widthMax?: number
  /** `quiet`: small and grey, such as ids. */
  readonly look?: 'quiet'
}

/** A person or company, as the head names it. */
export interface PaperParty {
  /** `From` or `To`. */
  readonly word: string
  readonly name: string
  readonly lines: readonly string[]
}

/**
 * All that stands on a document of money: head, one table, totals, notes. It is plain data, which a thread receives, and the
 * same paper is the same bytes.
 */
export interface Paper {
  /** Its kind, as the title on the page. */
  readonly title: string
  /** Of the file: its kind with its number or subject. */
  readonly name: string
  readonly author: string
  readonly subject: string
  /** ISO 8601; the file's date. */
  readonly date: string
  readonly facts: readonly PaperFact[]
  /** One or two, beside each other. */
  readonly parties: readonly PaperParty[]
  /** A sentence below the head. */
  readonly remark: string | null
  readonly columns: readonly PaperColumn[]
  /** The cells of each row, one for each column. */
  readonly rows: readonly (readonly string[])[]
  readonly sums: readonly PaperFact[]
  readonly total: PaperFact
  readonly notes: readonly string[]
  /** At the foot of each page, beside its number. */
  readonly foot: string
  readonly attachment: Attachment | null
  /** A description that is added to the XMP metadata, as RDF/XML. */
  readonly metadata: string | null
}
