import { endpoints } from 'virtual:api-facts'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconTopologyStar3 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useClient } from '../../api/runtime.tsx'
import { AsCode } from '../../ui/components/as-code.tsx'
import { Loaded } from '../../ui/components/loaded.tsx'
import { Page } from '../../ui/components/page.tsx'
import { Section } from '../../ui/components/section.tsx'
import { EmptyState } from '../../ui/components/states.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { clustersQuery } from './api/clusters.ts'
import { ClusterSection } from './cluster-section.tsx'
import styles from './clusters.module.css'

const CreateDialog = lazyPart(async () => (await import('./create/create-dialog.tsx')).CreateDialog)

const code = [
  { name: 'List clusters', endpoint: endpoints.clusters.list, cli: 'gridloom clusters list' },
]

/** `/clusters`: the clusters of the account with their nodes. */
export function ClustersPage() {
  const clusters = useQuery(clustersQuery(useClient()))
  const [creating, create] = useDisclosure(false)
  const button = (
    <Button variant="filled" onClick={create.open}>
      Create cluster
    </Button>
  )
  return (
    <Page
      title="Clusters"
      lead="Instances with one private network, ordered all or none."
      actions={
        <>
          <AsCode actions={code} />
          {button}
        </>
      }
    >
      <Loaded query={clusters} what="your clusters">
        {(list) =>
          list.length === 0 ? (
            <Section title="Clusters">
              <EmptyState
                icon={<IconTopologyStar3 size={20} stroke={1.6} />}
                title="No clusters yet"
              >
                A cluster connects 2 to 16 instances, on one machine or several: they reach each
                other by name, and nothing else reaches them over this network.
              </EmptyState>
            </Section>
          ) : (
            <div className={styles.stack}>
              {list.map((cluster) => (
                <ClusterSection key={cluster.id} cluster={cluster} />
              ))}
            </div>
          )
        }
      </Loaded>
      {creating && (
        <Suspense>
          <CreateDialog close={create.close} />
        </Suspense>
      )}
    </Page>
  )
}
