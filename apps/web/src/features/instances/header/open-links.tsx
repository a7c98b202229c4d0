import type { Instance } from '@gridloom/contract/instances/instance'
import { Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { portsQuery } from '../../../shared/instances/ports-query.ts'

/** Opens the pages that the programs of a ready instance are used by, such as JupyterLab. */
export function OpenLinks({ instance }: { instance: Instance }) {
  const isOpen = instance.ready && instance.links.length > 0
  const ports = useQuery({ ...portsQuery(useClient(), instance.id), enabled: isOpen })
  if (!isOpen) return null
  return instance.links.map(({ title, port, path }) => {
    const url = ports.data?.find((address) => address.port === port)?.url ?? null
    if (url === null) return null
    return (
      <Button
        key={`${port}${path}`}
        component="a"
        href={`${url}${path}`}
        target="_blank"
        rel="noopener noreferrer"
        leftSection={<IconExternalLink size={16} />}
      >
        Open {title}
      </Button>
    )
  })
}
