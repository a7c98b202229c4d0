import { Refused } from '@gridloom/contract/errors'
import type { FileListQuery } from '@gridloom/contract/files/file-entry'
import { decodeFileBytes, encodeFileBytes } from '@gridloom/contract/files/file-path'
import type { FoundFile } from './file-source.ts'
import { kindOf } from './sftp/attributes.ts'

/** The place of an entry in the order of a list. */
interface Position {
  readonly rank: number
  readonly value: number
  readonly name: Buffer
}

/** Collects one page of a folder of any size, in memory for two pages. */
export interface PageCollector {
  add(file: FoundFile): void
  /** The page; `next`: there are more, after the entry with this text. */
  page(): { files: FoundFile[]; total: number; next: string | null }
}

/** @throws Refused `invalid_input` for an `after` that is none */
export function collectPage({
  sort,
  order,
  after,
  limit,
}: Pick<FileListQuery, 'sort' | 'order' | 'after' | 'limit'>): PageCollector {
  const from = after === undefined ? undefined : readPosition(after)
  const direction = order === 'asc' ? 1 : -1
  let kept: { position: Position; file: FoundFile }[] = []
  let total = 0

  const compare = (one: Position, other: Position) =>
    one.rank - other.rank ||
    direction * (one.value - other.value) ||
    direction * Buffer.compare(one.name, other.name)

  function cut(): void {
    kept.sort((one, other) => compare(one.position, other.position))
    // One more than the page: whether there is a next one.
    kept = kept.slice(0, limit + 1)
  }

  return {
    add(file) {
      total += 1
      const position = positionOf(file, sort)
      if (from !== undefined && compare(position, from) <= 0) return
      kept.push({ position, file })
      if (kept.length > 2 * limit + 100) cut()
    },
    page() {
      cut()
      const shown = kept.slice(0, limit)
      const last = shown.at(-1)
      const next = kept.length > limit && last !== undefined ? writePosition(last.position) : null
      return { files: shown.map(({ file }) => file), total, next }
    },
  }
}

function positionOf({ name, attributes }: FoundFile, sort: FileListQuery['sort']): Position {
  const rank = kindOf(attributes) === 'folder' ? 0 : 1
  const values = { name: 0, size: attributes.sizeBytes, modified: attributes.modifiedS }
  return { rank, value: values[sort], name }
}

function writePosition({ rank, value, name }: Position): string {
  return `${rank}.${value}.${encodeFileBytes(name)}`
}

function readPosition(text: string): Position {
  const [, rank, value, name = ''] = /^([01])\.(\d{1,16})\.(.+)$/s.exec(text) ?? []
  const bytes = decodeFileBytes(name)
  if (rank === undefined || bytes === undefined)
    throw new Refused('invalid_input', { fields: { after: 'must be `next` of the page before' } })
  return { rank: Number(rank), value: Number(value), name: Buffer.from(bytes) }
}
