import { IconCircle, IconCircleCheckFilled, IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { StepState } from './steps.ts'
import styles from './welcome-page.module.css'

const marks = {
  done: { icon: IconCircleCheckFilled, word: 'Done' },
  open: { icon: IconCircle, word: 'To do' },
  later: { icon: IconLock, word: 'Later' },
} as const satisfies Record<StepState, { icon: typeof IconCircle; word: string }>

interface StepProps {
  state: StepState
  title: string
  /** Purpose of the step. */
  text: string
  /** Why it cannot be done yet. */
  waitsFor?: string
  /** What the step achieved, once it is done. */
  achieved: string
  /** The button of the step. */
  children: ReactNode
}

/** One step with icon and word for its state, its purpose, and a button while it is open. */
export function Step(props: StepProps) {
  const { state, title, children } = props
  const { icon: Icon, word } = marks[state]
  return (
    <li className={styles.step} data-state={state}>
      <Icon size={20} aria-hidden className={styles.mark} />
      <div className={styles.words}>
        <h2 className={styles.name}>
          {title} <span className={styles.state}>{word}</span>
        </h2>
        <p className={styles.text}>{textOf(props)}</p>
      </div>
      {state === 'open' && children}
    </li>
  )
}

function textOf({ state, text, waitsFor = text, achieved }: StepProps): string {
  switch (state) {
    case 'done':
      return achieved
    case 'later':
      return waitsFor
    case 'open':
      return text
  }
}
