import { Button } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import styles from '../login-modal.module.css'

interface IdentityFormProps {
  /** The form's accessible name. */
  label: string
  /** The button's label when idle and while the call is in progress. */
  button: { idle: string; busy: string }
  isBusy: boolean
  /** Disables the button. */
  isClosed?: boolean
  /** The error of the last call. */
  problem: string | undefined
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  children: ReactNode
}

/** The layout of every form in the modal: fields, error and one button. */
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
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
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

/** Focuses the view's first field, because the focused button disappears with the previous view. */
function useFocusOnFirst() {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [])
  return form
}
