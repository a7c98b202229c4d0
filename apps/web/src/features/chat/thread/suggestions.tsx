import { UnstyledButton } from '@mantine/core'
import styles from './thread.module.css'

/** Questions that a small model can answer too, for a first try. */
const questions = [
  'Explain in three sentences what a GPU does.',
  'Write a Python function that reverses a string.',
  'Suggest five names for a small coffee shop.',
  'Write a short, friendly email that moves a meeting to Monday.',
] as const

/** Suggested first prompts; a press sends one immediately. */
export function Suggestions({ suggest }: { suggest: (text: string) => void }) {
  return (
    <ul className={styles.suggestions} aria-label="Suggestions">
      {questions.map((question) => (
        <li key={question}>
          <UnstyledButton className={styles.suggestion ?? ''} onClick={() => suggest(question)}>
            {question}
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}
