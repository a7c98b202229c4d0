import { completeOfferQuery, type QueryFacts } from '@gridloom/domain/market/complete-query'
import { useMemo, useState } from 'react'

interface SuggestionsOptions {
  text: string
  cursor: number
  facts: QueryFacts
}

/** The suggestions at the cursor, whether their list is open, and which one is active. */
export function useSuggestions({ text, cursor, facts }: SuggestionsOptions) {
  const [opened, setOpened] = useState(false)
  const [active, setActive] = useState(-1)
  const completion = useMemo(() => completeOfferQuery(text, cursor, facts), [text, cursor, facts])
  const written = text.slice(completion.from, completion.to)
  const suggestions = completion.suggestions.filter((each) => each.text !== written)
  const shown = opened && suggestions.length > 0
  const current = shown ? suggestions[active] : undefined

  function move(step: 1 | -1): void {
    const count = suggestions.length
    if (!shown) {
      openList()
      return
    }
    // One place before the first: no suggestion is active, and Enter searches.
    setActive(((active + 1 + step + count + 1) % (count + 1)) - 1)
  }
  function openList(): void {
    setOpened(true)
    setActive(-1)
  }
  return {
    suggestions: shown ? suggestions : [],
    active: current === undefined ? -1 : active,
    current,
    /** The part of the text that a suggestion replaces. */
    from: completion.from,
    to: completion.to,
    move,
    open: openList,
    close: () => setOpened(false),
  }
}
