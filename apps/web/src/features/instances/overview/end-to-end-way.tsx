import type { Instance } from '@gridloom/contract/instances/instance'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { CopyLine } from '../../../ui/components/copy.tsx'
import { sshServerQuery } from '../api/ssh-server.ts'
import { possibleActions } from '../instance-actions.ts'
import styles from './overview-tab.module.css'
import { plainLabel } from './ssh-way.tsx'

/** How to connect so that only the instance can decrypt it, and how to do so without a key in the account. */
export function EndToEndWay({ instance }: { instance: Instance }) {
  const { id, label } = instance
  const isRunning = possibleActions(instance).reach
  const server = useQuery({ ...sshServerQuery(useClient(), id), enabled: isRunning })
  const alias = plainLabel(label) ? `${label}.gridloom` : id
  return (
    <>
      <div className={styles.way}>
        <span className={styles.wayName}>With SSH, encrypted end to end</span>
        <CopyLine
          text={`gridloom ssh-config --write\nssh ${alias}`}
          label="End-to-end SSH commands"
        />
        <span className={styles.muted}>
          Only the instance can decrypt the connection. Needs nothing but HTTPS.
          {isRunning && server.data !== undefined && (
            <>
              {' '}
              Host key of the instance:{' '}
              <span className={styles.fingerprint}>{server.data.fingerprint}</span>
            </>
          )}
          {isRunning && server.isError && ` Not available at the moment: ${server.error.message}`}
        </span>
      </div>
      <div className={styles.way}>
        <span className={styles.wayName}>With SSH, without adding a key</span>
        <CopyLine text={`gridloom ssh-cert ${id}`} label="SSH certificate command" />
        <span className={styles.muted}>
          Creates a key and a certificate that opens this instance for 5 minutes; for teams and
          build servers.
        </span>
      </div>
    </>
  )
}
