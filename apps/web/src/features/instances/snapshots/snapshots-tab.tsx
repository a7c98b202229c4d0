import type { Instance } from '@gridloom/contract/instances/instance'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCamera } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useClient } from '../../../api/runtime.tsx'
import { snapshotsQuery } from '../../../shared/snapshots/api/snapshots.ts'
import { SnapshotTable } from '../../../shared/snapshots/snapshot-table.tsx'
import styles from '../../../shared/snapshots/snapshots.module.css'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { EmptyState } from '../../../ui/components/states.tsx'
import { NewSnapshotDialog } from './new-snapshot-dialog.tsx'

/** The snapshots of an instance. */
export function SnapshotsTab({ instance }: { instance: Instance }) {
  const snapshots = useQuery(snapshotsQuery(useClient(), instance.id))
  const [opened, { open, close }] = useDisclosure(false)
  const hasDisk = instance.state === 'running' || instance.state === 'stopped'
  const create = (variant: 'default' | 'filled') =>
    hasDisk && (
      <Button variant={variant} onClick={open}>
        Create snapshot
      </Button>
    )
  const hasSome = snapshots.data !== undefined && snapshots.data.length > 0
  return (
    <div className={styles.stack}>
      <Section title="Snapshots" inset="flush" actions={hasSome && create('default')}>
        <Loaded query={snapshots} what="the snapshots">
          {(list) =>
            list.length === 0 ? (
              <EmptyState
                icon={<IconCamera size={20} stroke={1.6} />}
                title="No snapshots"
                action={create('filled')}
              >
                A snapshot stores the disk of this instance. Start a new instance from it on any
                machine, also after this one is destroyed.
              </EmptyState>
            ) : (
              <SnapshotTable snapshots={list} />
            )
          }
        </Loaded>
      </Section>
      {instance.state !== 'destroyed' && (
        <p className={styles.text}>
          To keep folders or volumes on a schedule, encrypted,{' '}
          <Link to="/backups" search={{ instance: instance.id }}>
            create a backup plan
          </Link>
          .
        </p>
      )}
      {opened && <NewSnapshotDialog instance={instance} close={close} />}
    </div>
  )
}
