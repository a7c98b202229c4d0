import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './confirm-dialog.module.css'
import { Modal } from './dialog.tsx'
import { DialogButtons } from './dialog-buttons.tsx'

interface ConfirmDialogProps {
  opened: boolean
  title: string
  /** The consequence, in plain words: the data that is lost. */
  children: ReactNode
  /** The verb with its object: "Destroy instance". */
  confirmWord: string
  tone?: 'destructive' | 'neutral'
  busy?: boolean
  /** The error of the last attempt. */
  problem?: string | undefined
  onConfirm: () => void
  onClose: () => void
}

/** Asks for confirmation before something is lost. Cancel has the focus first. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={props.title} size="sm">
      <div className={styles.text}>{props.children}</div>
      {props.problem && (
        <p className={styles.problem} role="alert">
          {props.problem}
        </p>
      )}
      <DialogButtons>
        <Button onClick={props.onClose} data-autofocus>
          Cancel
        </Button>
        <Button
          variant="filled"
          color={props.tone === 'neutral' ? 'accent' : 'red.9'}
          loading={props.busy ?? false}
          onClick={props.onConfirm}
        >
          {props.confirmWord}
        </Button>
      </DialogButtons>
    </Modal>
  )
}
