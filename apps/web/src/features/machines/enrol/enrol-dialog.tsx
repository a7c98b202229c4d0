import type { Machine } from '@gridloom/contract/machines'
import { Modal } from '@mantine/core'
import { useState } from 'react'
import { Appeared } from './appeared.tsx'
import { EnrolCommand } from './enrol-command.tsx'
import styles from './enrol-dialog.module.css'

interface EnrolDialogProps {
  machines: readonly Machine[]
  close: () => void
}

/** Joins a machine: one command to run there, and a watch for the machine to appear here. */
export function EnrolDialog({ machines, close }: EnrolDialogProps) {
  const [knownIds] = useState(() => new Set<string>(machines.map(({ id }) => id)))
  const appeared = machines.find(({ id }) => !knownIds.has(id))
  return (
    <Modal opened onClose={close} title="Enrol a machine" size={620}>
      <ol className={styles.steps}>
        <li>
          <h3 className={styles.step}>Run this on the machine</h3>
          <EnrolCommand />
          <p className={styles.note}>
            In a clone of this project, on Linux with Docker. The agent makes a key that never
            leaves the machine, and dials out. <code>script/agent doctor</code> says what is
            missing.
          </p>
        </li>
        <li>
          <h3 className={styles.step}>See it appear</h3>
          <Appeared machine={appeared} close={close} />
        </li>
      </ol>
    </Modal>
  )
}
