import { Button } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
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
  const form = useFocusOnFirst()
  return (
    <form
      ref={form}
      noValidate
      className={styles.form}
      aria-label={props.label}
      onSubmit={props.onSubmit}
    >
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

/** A view that takes another one's place takes the focus too: the button that had it is gone. */
function useFocusOnFirst() {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [])
  return form
}
