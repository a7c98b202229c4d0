import type { Instance } from '@gridloom/contract/instances/instance'
import { Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useClient } from '../../api/runtime.tsx'
import { CopyLine } from '../../ui/components/copy.tsx'
import { portsQuery } from '../instances/ports-query.ts'
import styles from './open-pages.module.css'

/** Opens the pages of a ready app, the first one first; an app without pages says how to connect. */
export function OpenPages({ instance }: { instance: Instance }) {
  const ports = useQuery(portsQuery(useClient(), instance.id))
  if (ports.data === undefined) return null
  const pages = instance.links.flatMap(({ title, port, path }) => {
    const url = ports.data.find((address) => address.port === port)?.url ?? null
    return url === null ? [] : { title, href: `${url}${path}` }
  })
  if (pages.length === 0) return <Forward instance={instance} />
  return (
    <div className={styles.pages}>
      {pages.map(({ title, href }, at) => (
        <Button
          key={href}
          component="a"
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          size={at === 0 ? 'md' : 'sm'}
          variant={at === 0 ? 'filled' : 'default'}
          leftSection={<IconExternalLink size={16} />}
        >
          {at === 0 ? 'Open' : `Open ${title}`}
        </Button>
      ))}
    </div>
  )
}

/** The way to an app that no browser opens, or of an installation without port addresses. */
function Forward({ instance }: { instance: Instance }) {
  const [port] = instance.ports
  if (port === undefined) return null
  return (
    <div className={styles.forward}>
      <CopyLine text={`gridloom forward ${instance.id} ${port}`} label="Forward command" />
      <p className={styles.text}>
        Or open a public TCP port on the{' '}
        <Link
          to="/instance/myinstance/$id"
          params={{ id: instance.id }}
          search={{ tab: 'ports' }}
          className={styles.link}
        >
          Ports tab
        </Link>
        .
      </p>
    </div>
  )
}
