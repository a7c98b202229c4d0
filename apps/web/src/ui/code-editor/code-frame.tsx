import type { ReactNode } from 'react'
import styles from './code-frame.module.css'

interface CodeFrameProps {
  /** `field`: a few lines, as tall as the user pulls it. */
  height: 'dialog' | 'field'
  invalid?: boolean
  children: ReactNode
}

/** The frame of an editor of code, with its colours in both themes. Escape in it is for the editor. */
export function CodeFrame({ height, invalid = false, children }: CodeFrameProps) {
  return (
    <div
      className={styles.frame}
      data-height={height}
      data-invalid={invalid}
      data-mantine-stop-propagation="true"
    >
      {children}
    </div>
  )
}
