import styles from './filter-strip.module.css'

interface ChoiceCellProps<Value extends string> {
  label: string
  title?: string
  choices: readonly { readonly value: Value | undefined; readonly word: string }[]
  value: Value | undefined
  onChange: (value: Value | undefined) => void
}

/** A filter with a few options; the one without a value is the default. */
export function ChoiceCell<Value extends string>(props: ChoiceCellProps<Value>) {
  const { label, choices, value: chosen, onChange } = props
  return (
    <fieldset
      className={styles.cell}
      data-wide
      data-active={chosen !== undefined}
      style={{ border: 0, margin: 0 }}
    >
      <span className={styles.label} aria-hidden title={props.title}>
        {label}
      </span>
      <div className={styles.kinds}>
        {choices.map(({ value, word }) => (
          <button
            key={word}
            type="button"
            className={styles.kind}
            aria-pressed={chosen === value}
            aria-label={`${label}: ${word}`}
            onClick={() => onChange(value)}
          >
            {word}
          </button>
        ))}
      </div>
    </fieldset>
  )
}

export const kinds = [
  { value: undefined, word: 'All' },
  { value: 'gpu', word: 'GPU' },
  { value: 'cpu', word: 'CPU' },
] as const

export const isolations = [
  { value: undefined, word: 'Isolated' },
  { value: 'any', word: 'Any' },
] as const
