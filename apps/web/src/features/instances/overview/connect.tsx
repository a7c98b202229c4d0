import type { Instance } from '@gridloom/contract/instances/instance'
import { Button } from '@mantine/core'
import { IconTerminal2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { CopyLine } from '../../../ui/components/copy.tsx'
import { possibleActions } from '../instance-actions.ts'
import { useHasAddresses } from '../ports/use-has-addresses.ts'
import { EndToEndWay } from './end-to-end-way.tsx'
import styles from './overview-tab.module.css'
import { SshWay } from './ssh-way.tsx'

/** All ways to connect: the terminal in the page, the command line, SSH, and forwarding each port. */
export function Connect({ instance }: { instance: Instance }) {
  const { id, ports } = instance
  const hasAddresses = useHasAddresses(instance)
  if (instance.state === 'destroyed') {
    return (
      <span className={styles.muted}>
        The instance was destroyed. Its receipt is still available.
      </span>
    )
  }
  return (
    <div className={styles.connect}>
      <div className={styles.way}>
        <div className={styles.wayName}>
          <span>In the browser</span>
          <TerminalButton instance={instance} />
        </div>
      </div>
      <div className={styles.way}>
        <span className={styles.wayName}>From your terminal</span>
        <CopyLine text={`gridloom shell ${id}`} label="Shell command" />
      </div>
      <SshWay instance={instance} />
      <EndToEndWay instance={instance} />
      {ports.map((port) => (
        <div key={port} className={styles.way}>
          <span className={styles.wayName}>Port {port}</span>
          <CopyLine
            text={`gridloom forward ${id} ${port}:${port}`}
            label={`Forward port ${port}`}
          />
          <span className={styles.muted}>
            then open <span className="gl-mono">http://localhost:{port}</span>
            {hasAddresses ? ' · or its address, under Ports' : ' · the port is not public'}
          </span>
        </div>
      ))}
      {ports.length === 0 && (
        <span className={styles.muted}>
          The template defines no port. You can forward any port:{' '}
          <span className="gl-mono">gridloom forward {id.slice(0, 8)}… 8080:80</span>
        </span>
      )}
    </div>
  )
}

function TerminalButton({ instance }: { instance: Instance }) {
  if (!possibleActions(instance).reach) {
    return <span className={styles.muted}>available when running</span>
  }
  return (
    <Button
      size="xs"
      variant="light"
      leftSection={<IconTerminal2 size={15} />}
      renderRoot={(props) => (
        <Link
          {...props}
          to="/instance/myinstance/$id"
          params={{ id: instance.id }}
          search={{ tab: 'terminal' }}
        />
      )}
    >
      Open the terminal
    </Button>
  )
}
