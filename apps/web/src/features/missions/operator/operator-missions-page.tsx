import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus, IconTargetArrow } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { Modal } from '../../../ui/components/dialog.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Page } from '../../../ui/components/page.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { EmptyState } from '../../../ui/components/states.tsx'
import { BoundsSection } from './bounds-section.tsx'
import { ClaimsSection } from './claims-section.tsx'
import { MissionForm } from './mission-form.tsx'
import { MissionTable } from './mission-table.tsx'
import { operatorMissionsQuery } from './operator-missions-api.ts'
import { TierTableSection } from './tier-table-section.tsx'

/** `/operator/missions`: missions with their budgets, the claims under review, the bounds, and the tiers. */
export function OperatorMissionsPage() {
  const missions = useQuery(operatorMissionsQuery(useClient()))
  const [opened, { open, close }] = useDisclosure(false)
  const start = (
    <Button variant="filled" leftSection={<IconPlus size={16} />} onClick={open}>
      New mission
    </Button>
  )
  return (
    <Page
      title="Missions"
      lead="Steps that are counted from the platform’s own records, and rewards from a budget that is held."
      actions={missions.data !== undefined && missions.data.length > 0 && start}
    >
      <Section title="Missions" inset="flush">
        <Loaded query={missions} what="the missions" rows={4}>
          {(list) =>
            list.length === 0 ? (
              <EmptyState
                icon={<IconTargetArrow size={20} stroke={1.6} />}
                title="No missions yet"
                action={start}
              >
                A mission is a draft until you publish it.
              </EmptyState>
            ) : (
              <MissionTable missions={list} />
            )
          }
        </Loaded>
      </Section>
      <ClaimsSection />
      <BoundsSection />
      <TierTableSection />
      <Modal opened={opened} onClose={close} title="New mission" size="lg">
        <MissionForm others={missions.data ?? []} done={close} />
      </Modal>
    </Page>
  )
}
