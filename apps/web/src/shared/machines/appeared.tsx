import type { Machine } from '@gridloom/contract/machines/machine'
import { Button, Loader } from '@mantine/core'
import { IconCircleCheckFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { hardwareLine } from '../../ui/format/hardware.ts'
import styles from './enrol.module.css'

interface AppearedProps {
  /** The machine that has connected since the command was created. */
  machine: Machine | undefined
  /** Called when the user follows the link to the machine. */
  onFollow?: () => void
}

/** Waits for the machine's first connection, and shows it. */
export function Appeared({ machine, onFollow }: AppearedProps) {
  return (
    <div className={styles.appeared} data-here={machine !== undefined} role="status">
      {machine === undefined ? (
        <>
          <Loader size={16} />
          <span>Waiting for the machine to connect…</span>
        </>
      ) : (
        <>
          <IconCircleCheckFilled size={18} aria-hidden />
          <span className={styles.grow}>
            <strong>{machine.name}</strong> connected
            {machine.hardware ? `: ${hardwareLine(machine.hardware)}` : '; detecting hardware…'}
          </span>
          <Button
            size="xs"
            variant="filled"
            renderRoot={(props) => (
              <Link {...props} to="/machines/$id" params={{ id: machine.id }} onClick={onFollow} />
            )}
          >
            Set its price
          </Button>
        </>
      )}
    </div>
  )
}
