import type { QuerySuggestion } from '@gridloom/domain/market/complete-query'
import { countryName } from '../../../shared/market/fact-text.ts'
import { plural } from '../../../ui/format/numbers.ts'
import styles from './query-bar.module.css'
import type { useSuggestions } from './use-suggestions.ts'

interface QuerySuggestionsProps {
  /** The beginning of the ids of the list and its options. */
  id: string
  list: Pick<ReturnType<typeof useSuggestions>, 'suggestions' | 'active'>
  onAccept: (suggestion: QuerySuggestion) => void
}

/** The id of one suggestion, by which the input names the active one. */
export function suggestionId(id: string, index: number): string {
  return `${id}-${index}`
}

/** How the word at the cursor may go on. */
export function QuerySuggestions({ id, list, onAccept }: QuerySuggestionsProps) {
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label="Suggestions"
      className={styles.list}
      hidden={list.suggestions.length === 0}
    >
      {list.suggestions.map((suggestion, index) => (
        // @NOTE the input keeps the focus and handles the keys, as comboboxes do
        // biome-ignore lint/a11y/useFocusableInteractive: the input names the active option
        // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
        <div
          key={suggestion.text}
          id={suggestionId(id, index)}
          role="option"
          aria-selected={index === list.active}
          className={styles.option}
          ref={(option) => {
            if (index === list.active) option?.scrollIntoView?.({ block: 'nearest' })
          }}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onAccept(suggestion)}
        >
          <span className={styles.word}>{suggestion.text}</span>
          <span className={styles.about}>{aboutOf(suggestion)}</span>
          {suggestion.offers !== null && (
            <span className={`${styles.about} gl-num`}>{plural(suggestion.offers, 'offer')}</span>
          )}
        </div>
      ))}
    </div>
  )
}

/** Countries are suggested by their codes alone. */
function aboutOf({ text, about }: QuerySuggestion): string {
  return about === '' && /^[A-Z]{2}$/.test(text) ? countryName(text) : about
}
