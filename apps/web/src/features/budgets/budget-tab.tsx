import type { BudgetOfAccount } from '@gridloom/contract/budgets/account-budget'
import { Button } from '@mantine/core'
import { IconGauge } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../api/runtime.tsx'
import { AsCode } from '../../ui/components/as-code.tsx'
import { Loaded } from '../../ui/components/loaded.tsx'
import { Section } from '../../ui/components/section.tsx'
import { EmptyState } from '../../ui/components/states.tsx'
import { StatusBadge } from '../../ui/components/status-badge.tsx'
import { budgetCode } from './budget-code.ts'
import { accountBudgetQuery } from './budget-queries.ts'
import { BudgetUse } from './budget-use.tsx'
import { budgetStatus } from './budget-words.ts'
import styles from './budgets.module.css'
import { BudgetDialog } from './edit/budget-dialog.tsx'
import { RemoveBudget } from './edit/remove-budget.tsx'

/** The "Budget" tab of Billing: what the account may spend in a period, what it has, and its alerts. */
export function BudgetTab() {
  const query = useQuery(accountBudgetQuery(useClient()))
  return (
    <Loaded query={query} what="the budget" rows={4}>
      {(found) => (
        <div className={styles.stack}>
          <Shown found={found} />
          <div>
            <AsCode actions={budgetCode} />
          </div>
        </div>
      )}
    </Loaded>
  )
}

function Shown({ found: { budget, may_change: mayChange } }: { found: BudgetOfAccount }) {
  const [open, setOpen] = useState<'edit' | 'remove'>()
  const close = () => setOpen(undefined)
  return (
    <>
      {budget === null ? (
        <NoBudget {...(mayChange && { set: () => setOpen('edit') })} />
      ) : (
        <Section
          title="Budget"
          note={<StatusBadge {...budgetStatus(budget)} />}
          actions={mayChange && <Actions onOpen={setOpen} />}
        >
          <BudgetUse budget={budget} />
        </Section>
      )}
      {open === 'edit' && <BudgetDialog budget={budget} close={close} />}
      <RemoveBudget opened={open === 'remove'} close={close} />
    </>
  )
}

function Actions({ onOpen }: { onOpen: (what: 'edit' | 'remove') => void }) {
  return (
    <span className={styles.actions}>
      <Button size="xs" onClick={() => onOpen('edit')}>
        Edit
      </Button>
      <Button size="xs" onClick={() => onOpen('remove')}>
        Remove
      </Button>
    </span>
  )
}

function NoBudget({ set }: { set?: () => void }) {
  return (
    <Section title="Budget">
      <EmptyState
        icon={<IconGauge size={20} stroke={1.6} />}
        title="No budget"
        action={
          set && (
            <Button variant="filled" onClick={set}>
              Set budget
            </Button>
          )
        }
      >
        {set === undefined
          ? 'Owners and admins of the company can set what it may spend in a day, week or month.'
          : 'Set what you may spend in a day, week or month. You are alerted on the way, and spending can stop there.'}
      </EmptyState>
    </Section>
  )
}
