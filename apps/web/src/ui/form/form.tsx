import { Button } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { DialogButtons } from '../components/dialog-buttons.tsx'
import styles from './form.module.css'

/** A form with fields below each other. Validation is ours, so the browser's is off. */
export function Form(props: Omit<ComponentProps<'form'>, 'className' | 'noValidate'>) {
  return <form noValidate className={styles.form} {...props} />
}

/** An error that belongs to no field. */
export function FormProblem({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p className={styles.problem} role="alert">
      {text}
    </p>
  )
}

interface FormButtonsProps {
  busy: boolean
  cancel: () => void
  /** The verb with its object. */
  children: ReactNode
}

/** Cancel and submit buttons. */
export function FormButtons({ busy, cancel, children }: FormButtonsProps) {
  return (
    <DialogButtons>
      <Button onClick={cancel}>Cancel</Button>
      <Button type="submit" variant="filled" loading={busy}>
        {children}
      </Button>
    </DialogButtons>
  )
}
