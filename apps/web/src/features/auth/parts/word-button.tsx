import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from '../login-modal.module.css'

interface WordButtonProps {
  onClick: () => void
  disabled?: boolean
  children: ReactNode
}

/** An inline text button that switches to another view of the modal. */
export function WordButton({ onClick, disabled = false, children }: WordButtonProps) {
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      className={styles.word}
      onClick={onClick}
      disabled={disabled}
    >
      {children}
    </Anchor>
  )
}
