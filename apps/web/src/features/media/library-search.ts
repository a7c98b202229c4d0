import type { MediaCondition } from '@gridloom/contract/media/media'
import { readCondition } from './media-words.ts'

export interface LibrarySearch {
  q?: string
  filter?: MediaCondition
}

/** Reads the search of `/ambassador/library`; what is malformed is left out. */
export function readLibrarySearch({ q, filter }: Record<string, unknown>): LibrarySearch {
  const condition = readCondition(filter)
  return {
    ...(typeof q === 'string' && q !== '' ? { q: q.slice(0, 100) } : {}),
    ...(condition === 'all' ? {} : { filter: condition }),
  }
}
