import { useDebouncedCallback } from '@mantine/hooks'
import { useId, useState } from 'react'
import styles from './filter-strip.module.css'

interface FilterFieldProps {
  label: string
  value: string | undefined
  sign?: '≥' | '≤' | '>' | '<'
  unit?: string
  /** Returns the value that a text means, as it is written; `null` while it is none. Any text by default. */
  read?: (text: string) => string | null
  /** The keyboard of a phone. */
  keyboard?: 'text' | 'decimal'
  title?: string
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
      <label className={styles.label} htmlFor={id} title={props.title}>
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
          inputMode={props.keyboard}
          list={choices.length > 0 ? `${id}-choices` : undefined}
          onChange={(event) => setText(event.currentTarget.value)}
          onBlur={commitNow}
          onKeyDown={(event) => event.key === 'Enter' && commitNow()}
        />
        {!/[a-z%]$/i.test(text) && <Beside look="unit" word={props.unit} />}
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
export function useSettledText({
  value,
  read,
  onCommit,
}: Pick<FilterFieldProps, 'value' | 'read' | 'onCommit'>) {
  const [typed, setTyped] = useState({ text: value ?? '', from: value })
  const moved = typed.from !== value
  if (moved) setTyped({ text: value ?? '', from: value })
  const text = moved ? (value ?? '') : typed.text

  function commit(next: string): void {
    const meant = meantBy(next, read)
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
    commitNow() {
      commitSoon.cancel()
      commit(text)
    },
  }
}

/** Returns the value that a text means: `undefined` when empty, `null` while it is none. */
function meantBy(text: string, read: FilterFieldProps['read']): string | undefined | null {
  const word = text.trim()
  if (word === '') return undefined
  return read === undefined ? word : read(word)
}
