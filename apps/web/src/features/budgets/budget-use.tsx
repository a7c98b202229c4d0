import type { AccountBudget } from '@gridloom/contract/budgets/account-budget'
import { FactGrid } from '../../ui/components/facts.tsx'
import { Money } from '../../ui/components/money.tsx'
import { formatMoney } from '../../ui/format/money.ts'
import { formatDayAndTime } from '../../ui/format/times.ts'
import { afterwards, budgetWords } from './budget-words.ts'
import styles from './budgets.module.css'

/** What is spent, on hold and left of a budget, as a bar and as amounts. */
export function BudgetUse({ budget }: { budget: AccountBudget }) {
  return (
    <div className={styles.use}>
      <p className={styles.amount}>{budgetWords(budget)}</p>
      <BudgetBar budget={budget} />
      <FactGrid
        facts={[
          { name: 'Spent', value: <Money microUsd={budget.spent_micro_usd} /> },
          { name: 'On hold', value: <Money microUsd={budget.held_micro_usd} /> },
          { name: 'Left', value: <Money microUsd={budget.left_micro_usd} /> },
          {
            name: 'Forecast',
            value: <Money microUsd={budget.forecast_micro_usd} />,
          },
          { name: 'Resets', value: formatDayAndTime(budget.resets_at) },
          { name: 'Alerts at', value: alertWords(budget) },
        ]}
      />
      <p className={styles.note}>{afterwards(budget)}</p>
    </div>
  )
}

function alertWords({ alert_percents: percents, alert_forecast: forecast }: AccountBudget): string {
  const words = percents.map((percent) => `${percent} %`)
  const all = forecast ? [...words, 'forecast'] : words
  return all.length === 0 ? 'None' : all.join(', ')
}

/** What is spent and on hold of a budget. */
export function BudgetBar({ budget }: { budget: AccountBudget }) {
  const spent = share(budget.spent_micro_usd, budget)
  const held = Math.min(100 - spent, share(budget.held_micro_usd, budget))
  const label = `${formatMoney(budget.spent_micro_usd)} spent and ${formatMoney(budget.held_micro_usd)} on hold of ${formatMoney(budget.amount_micro_usd)}`
  return (
    <div
      className={styles.bar}
      data-used-up={budget.left_micro_usd === 0 || undefined}
      role="img"
      aria-label={label}
    >
      <span data-part="spent" style={{ width: `${spent}%` }} />
      <span data-part="held" style={{ width: `${held}%` }} />
    </div>
  )
}

function share(microUsd: number, { amount_micro_usd: amount }: AccountBudget): number {
  return Math.min(100, (microUsd / amount) * 100)
}
