import type { Instance } from '@gridloom/contract/instances/instance'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { portsQuery } from '../../../shared/instances/ports-query.ts'
import { CopyLine } from '../../../ui/components/copy.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { EmptyState } from '../../../ui/components/states.tsx'
import { PortItem } from './port-item.tsx'
import styles from './ports-tab.module.css'

/** The addresses of the declared ports: what answers, who may open them, and links. */
export function PortsTab({ instance }: { instance: Instance }) {
  const ports = useQuery(portsQuery(useClient(), instance.id))
  const [first = 8080] = instance.ports
  return (
    <div className={styles.stack}>
      <Section title="Ports" inset="flush">
        <Loaded query={ports} what="the ports">
          {(shown) =>
            shown.length === 0 ? (
              <EmptyState title="No declared ports">
                The template of this instance declares no port, so none has an address. You can
                still forward any port to your computer.
              </EmptyState>
            ) : (
              <ul className={styles.ports} aria-label="Ports">
                {shown.map((address) => (
                  <PortItem key={address.port} instance={instance} address={address} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </Section>
      <Section title="Forward a port to your computer">
        <div className={styles.forward}>
          <p className={styles.muted}>
            Works for every TCP port, declared or not, and for you alone. UDP is not supported.
          </p>
          <CopyLine
            text={`gridloom forward ${instance.id} ${first}:${first}`}
            label="Forward command"
          />
        </div>
      </Section>
    </div>
  )
}
