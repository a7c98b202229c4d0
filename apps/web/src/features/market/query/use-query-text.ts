import { formatOfferQuery } from '@gridloom/domain/market/format-query'
import { readOfferQuery } from '@gridloom/domain/market/parse-query'
import { useDebouncedCallback } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { explicitFilters, type SetFilters } from '../offer-search.ts'

const settleMs = 400

interface QueryTextOptions {
  /** The query of the URL. */
  query: string
  onCommit: (filters: SetFilters) => void
}

interface TypedQuery {
  readonly text: string
  /** The URL's query when this was typed, and the one that it was committed as; the URL lags behind. */
  readonly from: string
  readonly sent: string
}

/** Keeps the typed query apart from the URL's: spaces and the order of terms stay; adopts what changes elsewhere. */
export function useQueryText({ query, onCommit }: QueryTextOptions) {
  const [typed, setTyped] = useState<TypedQuery>({ text: query, from: query, sent: query })
  const [settled, setSettled] = useState(query)
  const moved = query !== typed.from && query !== typed.sent
  const arrived = query === typed.sent && typed.from !== typed.sent
  if (moved) setTyped({ text: query, from: query, sent: query })
  if (arrived) setTyped({ ...typed, from: query })
  if (moved) setSettled(query)
  const text = moved ? query : typed.text
  const problem = useMemo(() => readOfferQuery(text).problem, [text])

  function commit(next: string): void {
    setSettled(next)
    const read = readOfferQuery(next)
    if (read.problem !== undefined) return
    const filters = explicitFilters(read.filters)
    const sent = formatOfferQuery(filters)
    setTyped({ text: next, from: query, sent })
    if (sent !== query) onCommit(filters)
  }
  const commitSoon = useDebouncedCallback(commit, settleMs)

  return {
    text,
    /** The part that cannot be read, once the text rests. */
    problem: settled === text ? problem : undefined,
    setText(next: string) {
      setTyped({ ...typed, text: next, from: query })
      commitSoon(next)
    },
    commitNow(next: string) {
      commitSoon.cancel()
      commit(next)
    },
  }
}
