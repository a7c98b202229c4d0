import { Button } from '@mantine/core'
import { IconDatabase, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../api/runtime.tsx'
import { volumesQuery } from '../../shared/volumes/api/volumes.ts'
import { Loaded } from '../../ui/components/loaded.tsx'
import { Page } from '../../ui/components/page.tsx'
import { Section } from '../../ui/components/section.tsx'
import { EmptyState } from '../../ui/components/states.tsx'
import { CreateVolumeDialog } from './create-volume-dialog.tsx'
import { VolumeTable } from './volume-table.tsx'

/** `/volumes`: the account's volumes with their machines, and what they are attached to. */
export function VolumesPage() {
  const volumes = useQuery(volumesQuery(useClient()))
  const [creating, setCreating] = useState<'open' | 'closed'>('closed')
  const create = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating('open')}>
      Create volume
    </Button>
  )
  return (
    <Page
      title="Volumes"
      lead="Disks that outlive instances. A volume stays on its machine, and is charged until you delete it."
      actions={create}
    >
      <Section title="Volumes" inset="flush">
        <Loaded query={volumes} what="your volumes">
          {(list) =>
            list.length === 0 ? (
              <EmptyState icon={<IconDatabase size={20} stroke={1.6} />} title="No volumes yet">
                Create a volume, then attach it when you rent an instance on its machine.
              </EmptyState>
            ) : (
              <VolumeTable volumes={list} />
            )
          }
        </Loaded>
      </Section>
      {creating === 'open' && <CreateVolumeDialog close={() => setCreating('closed')} />}
    </Page>
  )
}
