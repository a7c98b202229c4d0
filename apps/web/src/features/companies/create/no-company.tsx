import { IconBuilding } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Section } from '../../../ui/components/section.tsx'
import { EmptyState } from '../../../ui/components/states.tsx'

/** What a company is, and the button that founds one. */
export function NoCompany({ action }: { action: ReactNode }) {
  return (
    <Section title="Your companies" inset="flush">
      <EmptyState
        icon={<IconBuilding size={20} stroke={1.6} />}
        title="No company yet"
        action={action}
      >
        A company has a balance, instances, machines and API keys of its own. Those who belong to it
        work for it, each in a role: owners decide everything, admins invite people and add credit,
        members rent and host. What everybody spends stands side by side.
      </EmptyState>
    </Section>
  )
}
