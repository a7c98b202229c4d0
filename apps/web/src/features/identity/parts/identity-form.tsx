import { Button } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import styles from '../login-modal.module.css'

interface IdentityFormProps {
  /** What the form is, for whoever cannot see it. */
  label: string
  /** The button's two words: at rest, and while the call is under way. */
  button: { idle: string; busy: string }
  isBusy: boolean
  /** Nothing may be sent yet. */
  isClosed?: boolean
  /** Why the last call failed. */
  problem: string | undefined
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  children: ReactNode
}

/** The frame of every form in the modal: its fields, what went wrong, and one button. */
export function IdentityForm(props: IdentityFormProps) {
  const { button, isBusy, problem } = props
  return (
    <form noValidate className={styles.form} aria-label={props.label} onSubmit={props.onSubmit}>
      {props.children}
      {problem && <p className={styles.problem}>{problem}</p>}
      <Button
        type="submit"
        variant="filled"
        size="md"
        className={styles.submit}
        disabled={(props.isClosed ?? false) || isBusy}
        aria-busy={isBusy}
      >
        {isBusy ? button.busy : button.idle}
      </Button>
    </form>
  )
}
