import { IconBuilding } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { roleWords } from '../../../shared/companies/role-words.ts'
import { Section } from '../../../ui/components/section.tsx'
import { SidePanel, WithSide } from '../../../ui/components/side-panel.tsx'
import { EmptyState } from '../../../ui/components/states.tsx'

/** Explains companies to a user without one, with the button that creates one. */
export function NoCompany({ action }: { action: ReactNode }) {
  return (
    <WithSide side={<Roles />}>
      <Section title="Your companies" inset="flush">
        <EmptyState
          icon={<IconBuilding size={20} stroke={1.6} />}
          title="No company yet"
          action={action}
        >
          A company pays for its members from one balance, and its spending, members and API keys
          appear here.
        </EmptyState>
      </Section>
    </WithSide>
  )
}

function Roles() {
  return (
    <SidePanel title="Roles">
      <dl>
        {Object.values(roleWords).map(({ word, hint }) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd>{hint}</dd>
          </div>
        ))}
      </dl>
    </SidePanel>
  )
}
