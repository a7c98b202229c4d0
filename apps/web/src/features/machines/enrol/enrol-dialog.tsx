import type { Machine } from '@gridloom/contract/machines/machine'
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Appeared } from '../../../shared/machines/appeared.tsx'
import { EnrolCommand } from '../../../shared/machines/enrol-command.tsx'
import { useArrival } from '../../../shared/machines/use-arrival.ts'
import { Modal } from '../../../ui/components/dialog.tsx'
import styles from './enrol-dialog.module.css'

interface EnrolDialogProps {
  machines: readonly Machine[]
  close: () => void
}

/** Enrols a machine: shows the command to run there and waits for the machine to connect. */
export function EnrolDialog({ machines, close }: EnrolDialogProps) {
  const appeared = useArrival(machines)
  return (
    <Modal opened onClose={close} title="Add machine" size={620}>
      <ol className={styles.steps}>
        <li>
          <h3 className={styles.step}>Run this command on the machine</h3>
          <EnrolCommand system="linux" />
          <p className={styles.note}>
            For Ubuntu and other Linux systems with Docker. It installs the agent, which creates a
            key that never leaves the machine and connects out. Guides:{' '}
            <Anchor component={Link} to="/how-to-host" fz="inherit">
              Ubuntu
            </Anchor>
            ,{' '}
            <Anchor component={Link} to="/how-to-host/windows" fz="inherit">
              Windows
            </Anchor>
            ,{' '}
            <Anchor component={Link} to="/how-to-host/mac" fz="inherit">
              macOS
            </Anchor>
            .
          </p>
        </li>
        <li>
          <h3 className={styles.step}>Wait for the machine to connect</h3>
          <Appeared machine={appeared} onFollow={close} />
        </li>
      </ol>
    </Modal>
  )
}
