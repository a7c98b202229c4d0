import type { Instance } from '@gridloom/contract/instances/instance'
import { useState } from 'react'
import { UsdField } from '../../../ui/form/usd-field.tsx'
import { formatMoney } from '../../../ui/format/money.ts'
import { microUsdOf, type Usd, usdOf } from '../../../ui/format/usd.ts'
import { RuleForm } from './rule-form.tsx'
import { useRule } from './use-rule.ts'

/** The most that the instance may cost in all. */
export function BudgetRule({ instance }: { instance: Instance }) {
  const rule = useRule(instance)
  const { budget_micro_usd: budget } = instance.automation
  const [usd, setUsd] = useState<Usd>(budget === null ? '' : usdOf(budget))
  return (
    <RuleForm
      title="Budget"
      text="The most this instance may ever cost, running and disk together. It is stopped before it costs more, and its disk is kept for 48 hours."
      state={
        budget === null
          ? null
          : `${formatMoney(instance.cost_micro_usd)} of ${formatMoney(budget)} used`
      }
      {...rule}
      save={() => rule.save({ budget_micro_usd: usd === '' ? Number.NaN : microUsdOf(usd) })}
      turnOff={() => rule.save({ budget_micro_usd: null })}
    >
      <UsdField
        label="Budget"
        placeholder="$20"
        value={usd}
        onChange={(value) => setUsd(typeof value === 'bigint' ? Number(value) : value)}
      />
    </RuleForm>
  )
}
