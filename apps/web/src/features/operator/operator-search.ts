/** Search parameters of a list. */
export interface ListSearch {
  search?: string | undefined
  suspended?: boolean | undefined
  page?: number | undefined
}

/** Parses a list's search parameters. The router parses a search text of digits as a number. */
export function readListSearch({ search, suspended, page }: Record<string, unknown>): ListSearch {
  const text = typeof search === 'number' ? String(search) : search
  return {
    ...(typeof text === 'string' && text !== '' ? { search: text.slice(0, 100) } : {}),
    ...(suspended === true ? { suspended } : {}),
    ...pageOf(page),
  }
}

function pageOf(page: unknown): { page?: number } {
  return typeof page === 'number' && Number.isInteger(page) && page > 1 ? { page } : {}
}
