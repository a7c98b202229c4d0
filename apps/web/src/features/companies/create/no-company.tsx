import { IconBuilding } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Section } from '../../../ui/components/section.tsx'
import { EmptyState } from '../../../ui/components/states.tsx'

/** Explains companies to a user without one, with the button that creates one. */
export function NoCompany({ action }: { action: ReactNode }) {
  return (
    <Section title="Your companies" inset="flush">
      <EmptyState
        icon={<IconBuilding size={20} stroke={1.6} />}
        title="No company yet"
        action={action}
      >
        A company has its own balance, instances, machines and API keys. Owners manage everything,
        admins invite members and add credit, and members rent and host. Spending is shown per
        member.
      </EmptyState>
    </Section>
  )
}
