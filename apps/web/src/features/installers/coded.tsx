import styles from './guide.module.css'
import type { TextWithCode as CodedText } from './guide.ts'

/** Renders text whose parts between backticks are code. */
export function Coded({ text }: { text: CodedText }) {
  const parts = text.split('`').map((part, at) => ({ part, isCode: at % 2 === 1, key: `${at}` }))
  return parts.map(({ part, isCode, key }) =>
    isCode ? (
      <code key={key} className={styles.code}>
        {part}
      </code>
    ) : (
      part
    ),
  )
}
