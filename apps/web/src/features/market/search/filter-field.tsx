import { useDebouncedCallback } from '@mantine/hooks'
import { useId, useState } from 'react'
import styles from './filter-strip.module.css'

interface FilterFieldProps {
  label: string
  value: string | undefined
  sign?: '≥' | '≤'
  unit?: string
  /** `number` accepts only numbers above 0. */
  accepts?: 'text' | 'number'
  wide?: boolean
  choices?: readonly string[]
  /** Called shortly after the last key, with `undefined` when the field is empty. */
  onCommit: (text: string | undefined) => void
}

const settleMs = 350

/** One filter of the strip. Invalid input stays in the field without being committed. */
export function FilterField(props: FilterFieldProps) {
  const id = useId()
  const { text, setText, commitNow } = useSettledText(props)
  const choices = props.choices ?? []
  return (
    <div className={styles.cell} data-active={props.value !== undefined} data-wide={props.wide}>
      <label className={styles.label} htmlFor={id}>
        {props.label}
      </label>
      <div className={styles.line}>
        {text !== '' && <Beside look="sign" word={props.sign} />}
        <input
          id={id}
          className={styles.input}
          value={text}
          placeholder="any"
          autoComplete="off"
          spellCheck={false}
          inputMode={props.accepts === 'number' ? 'decimal' : 'text'}
          list={choices.length > 0 ? `${id}-choices` : undefined}
          onChange={(event) => setText(event.currentTarget.value)}
          onBlur={commitNow}
          onKeyDown={(event) => event.key === 'Enter' && commitNow()}
        />
        <Beside look="unit" word={props.unit} />
      </div>
      <Choices id={`${id}-choices`} choices={choices} />
    </div>
  )
}

/** A sign or unit next to the input; decorative, as the field's label names it for screen readers. */
function Beside({ look, word }: { look: 'sign' | 'unit'; word: string | undefined }) {
  if (!word) return null
  return (
    <span className={styles[look]} aria-hidden>
      {word}
    </span>
  )
}

function Choices({ id, choices }: { id: string; choices: readonly string[] }) {
  if (choices.length === 0) return null
  return (
    <datalist id={id}>
      {choices.map((choice) => (
        <option key={choice} value={choice} />
      ))}
    </datalist>
  )
}

/** Keeps the typed text apart from the URL's value; adopts the value when it changes elsewhere. */
function useSettledText({ value, accepts = 'text', onCommit }: FilterFieldProps) {
  const [typed, setTyped] = useState({ text: value ?? '', from: value })
  const moved = typed.from !== value
  if (moved) setTyped({ text: value ?? '', from: value })
  const text = moved ? (value ?? '') : typed.text

  function commit(next: string): void {
    const meant = meantBy(next, accepts)
    if (meant === null || meant === value) return
    setTyped({ text: next.trim(), from: meant })
    onCommit(meant)
  }
  const commitSoon = useDebouncedCallback(commit, settleMs)

  return {
    text,
    setText(next: string) {
      setTyped({ text: next, from: value })
      commitSoon(next)
    },
    commitNow: () => commit(text),
  }
}

/** Returns the value that a text means: `undefined` when empty, `null` while it is not a valid number. */
function meantBy(text: string, accepts: 'text' | 'number'): string | undefined | null {
  const word = text.trim().replace(',', '.')
  if (word === '') return undefined
  if (accepts === 'text') return text.trim()
  const number = Number(word.replace(/^\$/, ''))
  return Number.isFinite(number) && number > 0 ? String(number) : null
}
