import { TemplateTag } from '@gridloom/contract/templates/template'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { TemplateSearch } from '../api/template-lists.ts'

/** The lists of templates, in the order of their tabs; the first is the default. */
export const templateLists = ['own', 'public', 'predefined'] as const
export type ShownList = (typeof templateLists)[number]

/** What the list shows, as the URL says it. */
export interface ListAddress {
  readonly list: ShownList
  /** Empty: no search. */
  readonly q: string
  readonly tag: string | null
}

/** Reads the search parameters; invalid ones are dropped. */
export function readListAddress(raw: Record<string, unknown>): ListAddress {
  return {
    list: templateLists.find((one) => one === raw.list) ?? 'own',
    q: typeof raw.q === 'string' ? raw.q.slice(0, 100) : '',
    tag: TemplateTag.safeParse(raw.tag).data ?? null,
  }
}

/** Returns the search parameters; defaults are omitted. */
export function toListSearch({ list, q, tag }: ListAddress): Record<string, string> {
  return {
    ...(list === 'own' ? {} : { list }),
    ...(q === '' ? {} : { q }),
    ...(tag === null ? {} : { tag }),
  }
}

/** Returns the query of the API. */
export function toTemplateSearch({ list, q, tag }: ListAddress): TemplateSearch {
  return { list, ...(q === '' ? {} : { search: q }), ...(tag === null ? {} : { tag }) }
}

/** Returns what the URL says, and a setter. */
export function useListAddress() {
  const raw = useSearch({ strict: false })
  const address = useMemo(() => readListAddress(raw), [raw])
  const navigate = useNavigate()
  return {
    address,
    setAddress(change: Partial<ListAddress>) {
      void navigate({
        to: '.',
        search: toListSearch({ ...address, ...change }),
        replace: true,
        resetScroll: false,
      })
    },
  }
}
