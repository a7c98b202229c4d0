import type { Instance } from '@gridloom/contract/instances/instance'
import type { PortAddress } from '@gridloom/contract/ports/port-address'
import { Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { CopyButton } from '../../../ui/components/copy.tsx'
import { AccessField } from './access-field.tsx'
import { PortAnswerLine } from './port-answer-line.tsx'
import { PortLinks } from './port-links.tsx'
import styles from './ports-tab.module.css'
import { TcpPortPart } from './tcp-port-part.tsx'
import { useHasTcpPorts } from './use-has-addresses.ts'

interface PortItemProps {
  instance: Instance
  address: PortAddress
}

/** One port: its address with what answers there, who may open it, its links, and its public TCP port. */
export function PortItem({ instance, address }: PortItemProps) {
  const { port, url, access } = address
  const one = { id: instance.id, port }
  const hasTcpPorts = useHasTcpPorts()
  return (
    <li className={styles.port} aria-label={`Port ${port}`}>
      <div className={styles.head}>
        <h3 className={styles.number}>Port {port}</h3>
        <PortAnswerLine one={one} isReady={instance.ready} />
      </div>
      {url !== null && (
        <div className={styles.address}>
          <span className={`${styles.url} gl-mono`}>{url}</span>
          <CopyButton text={url} label={`Copy address of port ${port}`} />
          <Button
            component="a"
            href={`${url}${pageOf(instance, port)}`}
            target="_blank"
            rel="noopener noreferrer"
            size="xs"
            variant="filled"
            leftSection={<IconExternalLink size={14} />}
            aria-label={`Open port ${port}`}
          >
            Open
          </Button>
        </div>
      )}
      {url !== null && <AccessField one={one} access={access} links={address.links} />}
      {url !== null && (access === 'link' || address.links > 0) && <PortLinks one={one} />}
      {hasTcpPorts && <TcpPortPart one={one} tcp={address.tcp} />}
    </li>
  )
}

/** The path of the page that the program on a port is used by, such as JupyterLab's with its token. */
function pageOf({ links }: Instance, port: number): string {
  return links.find((link) => link.port === port)?.path ?? ''
}
