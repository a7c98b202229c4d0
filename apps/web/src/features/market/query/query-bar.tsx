import type { QuerySuggestion } from '@gridloom/domain/market/complete-query'
import { IconSearch, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import type { SetFilters } from '../offer-search.ts'
import { MarkedText } from './marked-text.tsx'
import styles from './query-bar.module.css'
import { QuerySuggestions, suggestionId } from './query-suggestions.tsx'
import { useQueryFacts } from './use-query-facts.ts'
import { useQueryText } from './use-query-text.ts'
import { useSuggestions } from './use-suggestions.ts'

interface QueryBarProps {
  /** The query of the URL. */
  query: string
  filters: SetFilters
  onCommit: (filters: SetFilters) => void
}

const charsMax = 2_000

/** The text query with completion; the same filters as the form below it. */
export function QueryBar({ query, filters, onCommit }: QueryBarProps) {
  const id = useId()
  const bar = useQueryBar({ query, filters, onCommit })
  const { text, list } = bar
  // Completion goes on while its list is open.
  const problem = list.suggestions.length > 0 ? undefined : bar.problem
  return (
    <search aria-label="Query" className={styles.bar}>
      <div className={styles.box} data-invalid={problem !== undefined}>
        <IconSearch size={16} aria-hidden />
        <div className={styles.field}>
          <MarkedText text={text} problem={problem} scrolled={bar.scrolled} />
          <input
            ref={bar.input}
            className={styles.input}
            role="combobox"
            aria-label="Search offers"
            aria-autocomplete="list"
            aria-expanded={list.suggestions.length > 0}
            aria-controls={`${id}-list`}
            aria-activedescendant={list.active < 0 ? undefined : suggestionId(id, list.active)}
            aria-invalid={problem !== undefined}
            aria-describedby={problem === undefined ? undefined : `${id}-problem`}
            placeholder="gpu:4090 vram>=24 price<0.5 region:EU"
            {...{
              autoComplete: 'off',
              autoCapitalize: 'off',
              spellCheck: false,
              maxLength: charsMax,
            }}
            value={text}
            onChange={(event) => bar.type(event.currentTarget)}
            onSelect={(event) => bar.moveCursor(event.currentTarget)}
            onScroll={(event) => bar.setScrolled(event.currentTarget.scrollLeft)}
            onFocus={bar.loadFacts}
            onBlur={bar.leave}
            onKeyDown={bar.press}
          />
        </div>
        {text !== '' && (
          <button type="button" className={styles.clear} aria-label="Clear" onClick={bar.clear}>
            <IconX size={14} aria-hidden />
          </button>
        )}
      </div>
      <QuerySuggestions id={id} list={list} onAccept={bar.accept} />
      {problem && (
        <p id={`${id}-problem`} className={styles.problem} role="alert">
          {problem.text}
        </p>
      )}
    </search>
  )
}

function useQueryBar({ query, filters, onCommit }: QueryBarProps) {
  const input = useRef<HTMLInputElement>(null)
  const wanted = useRef<number>(undefined)
  const [cursor, setCursor] = useState(0)
  const [scrolled, setScrolled] = useState(0)
  const { facts, load } = useQueryFacts(filters)
  const { text, problem, setText, commitNow } = useQueryText({ query, onCommit })
  const list = useSuggestions({ text, cursor: Math.min(cursor, text.length), facts })

  // A browser moves the cursor to the end of a text that it did not write itself.
  useLayoutEffect(() => {
    if (wanted.current === undefined) return
    input.current?.setSelectionRange(wanted.current, wanted.current)
    wanted.current = undefined
  })

  function accept({ text: word }: QuerySuggestion): void {
    const goesOn = /[:=<>]$/.test(word)
    const added = goesOn ? word : `${word} `
    const next = text.slice(0, list.from) + added + text.slice(list.to).replace(/^ /, '')
    wanted.current = list.from + added.length
    setCursor(wanted.current)
    setText(next)
    input.current?.focus()
    if (goesOn) {
      list.open()
      return
    }
    list.close()
    commitNow(next)
  }

  function press(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing) return
    const { current } = list
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      list.move(event.key === 'ArrowDown' ? 1 : -1)
      return
    }
    if (event.key === 'Escape') list.close()
    if (event.key !== 'Enter' && event.key !== 'Tab') return
    if (current !== undefined) {
      event.preventDefault()
      accept(current)
      return
    }
    list.close()
    commitNow(text)
  }

  return {
    ...{ input, text, problem, list, scrolled, setScrolled, accept, press },
    loadFacts: load,
    type(field: HTMLInputElement) {
      setText(field.value)
      setCursor(field.selectionStart ?? field.value.length)
      list.open()
    },
    moveCursor: (field: HTMLInputElement) => setCursor(field.selectionStart ?? text.length),
    leave() {
      list.close()
      commitNow(text)
    },
    clear() {
      setText('')
      commitNow('')
      input.current?.focus()
    },
  }
}
