import { Button, Group } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import styles from './form.module.css'

/** Fields under each other. What is wrong is ours to say, so the browser says nothing. */
export function Form(props: Omit<ComponentProps<'form'>, 'className' | 'noValidate'>) {
  return <form noValidate className={styles.form} {...props} />
}

/** What no field could take. */
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

/** The way out, and the button that sends. */
export function FormButtons({ busy, cancel, children }: FormButtonsProps) {
  return (
    <Group justify="flex-end" gap="xs">
      <Button onClick={cancel}>Cancel</Button>
      <Button type="submit" variant="filled" loading={busy}>
        {children}
      </Button>
    </Group>
  )
}
