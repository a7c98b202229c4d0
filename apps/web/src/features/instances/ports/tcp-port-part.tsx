import type { TcpPort } from '@gridloom/contract/ports/tcp-port'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { RemoveButton } from '../../../shared/components/remove-button.tsx'
import { CopyButton } from '../../../ui/components/copy.tsx'
import { type OnePort, useCloseTcpPort } from '../api/ports.ts'
import styles from './ports-tab.module.css'
import { TcpPortDialog } from './tcp-port-dialog.tsx'

/** The public TCP port of a declared port, with buttons that open it, change who may connect, and give it back. */
export function TcpPortPart({ one, tcp }: { one: OnePort; tcp: TcpPort | null }) {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <div className={styles.links}>
      <div className={styles.linksHead}>
        <h4 className={styles.legend}>Public TCP port</h4>
        {tcp === null ? (
          <Button size="xs" aria-label={`Open TCP port for port ${one.port}`} onClick={open}>
            Open TCP port
          </Button>
        ) : (
          <div className={styles.buttons}>
            <Button
              size="xs"
              aria-label={`Change who can connect to TCP port ${tcp.port}`}
              onClick={open}
            >
              Change
            </Button>
            <CloseTcpPort one={one} tcp={tcp} />
          </div>
        )}
      </div>
      {tcp === null ? (
        <p className={styles.muted}>
          For databases, game servers and other programs that don’t use HTTP. Anyone can connect
          unless you limit it to networks. UDP is not available.
        </p>
      ) : (
        <OpenTcpPort tcp={tcp} />
      )}
      <TcpPortDialog one={one} tcp={tcp} opened={opened} close={close} />
    </div>
  )
}

function OpenTcpPort({ tcp: { host, port, allowed } }: { tcp: TcpPort }) {
  const address = `${host}:${port}`
  return (
    <>
      <div className={styles.address}>
        <span className={`${styles.url} gl-mono`}>{address}</span>
        <CopyButton text={address} label={`Copy address of TCP port ${port}`} />
      </div>
      <p className={styles.muted}>
        {allowed.length === 0
          ? 'Everyone on the internet can connect, without signing in'
          : `Only these networks can connect: ${allowed.join(', ')}`}
      </p>
    </>
  )
}

function CloseTcpPort({ one, tcp }: { one: OnePort; tcp: TcpPort }) {
  const close = useCloseTcpPort(one)
  return (
    <RemoveButton
      thing={tcp.port}
      word="Close"
      name={`TCP port ${tcp.port}`}
      confirmWord="Close TCP port"
      done="TCP port closed"
      remove={close}
    >
      Its connections end. If you open it again soon you get the same one; later, another instance
      may have taken it.
    </RemoveButton>
  )
}
