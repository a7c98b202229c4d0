import { ApiError } from '@gridloom/client/api-error'
import type { RenderJob } from '@gridloom/contract/rendering/job'
import { countFrames } from '@gridloom/domain/rendering/frame-list'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { mutateThen } from '../../../api/mutate-then.ts'
import { balanceQuery } from '../../../api/queries.ts'
import { useClient } from '../../../api/runtime.tsx'
import { FeeIncluded } from '../../../shared/ledger/platform-fee.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { FormProblem } from '../../../ui/form/form.tsx'
import { UsdField } from '../../../ui/form/usd-field.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { formatMoney } from '../../../ui/format/money.ts'
import { plural } from '../../../ui/format/numbers.ts'
import { microUsdOf, type Usd, usdOf } from '../../../ui/format/usd.ts'
import { useStartJob } from '../api/start-job.ts'
import { budgetPresets, budgetProblem, usualBudget } from './budget.ts'
import styles from './config.module.css'
import type { Draft } from './use-draft.ts'

interface StartPanelProps {
  job: RenderJob
  draft: Draft
}

/** The budget, all of which is put on hold and never exceeded, and the start button with the price. */
export function StartPanel({ job, draft }: StartPanelProps) {
  const start = useStartJob(job)
  const navigate = useNavigate()
  const [typed, setTyped] = useState<Usd>()
  const [problem, setProblem] = useState<string | null>(null)
  const { estimate } = job
  const budget = typed ?? (estimate === null ? '' : usdOf(usualBudget(estimate)))

  function begin(): void {
    const invalid = budgetProblem(budget)
    setProblem(invalid)
    if (invalid !== null) return
    draft.save(() =>
      mutateThen(start, microUsdOf(budget), ({ taskId: id }) =>
        navigate({ to: '/render/process/$id', params: { id } }),
      ),
    )
  }

  return (
    <Section
      title="Budget"
      note={
        <>
          never exceeded
          <FeeIncluded lead=", " />
        </>
      }
    >
      <div className={styles.stack}>
        {estimate && (
          <fieldset className={styles.presets}>
            <legend className={styles.unseen}>Suggested budgets</legend>
            {budgetPresets(estimate).map(({ name, why, microUsd }) => (
              <Button
                key={name}
                size="xs"
                title={why}
                variant={microUsdOf(budget) === microUsd ? 'light' : 'default'}
                aria-pressed={microUsdOf(budget) === microUsd}
                onClick={() => setTyped(usdOf(microUsd))}
              >
                {name} {formatMoney(microUsd)}
              </Button>
            ))}
          </fieldset>
        )}
        <UsdField
          label="Maximum budget"
          description="Held in full. Unused funds are released at the end."
          value={budget}
          onChange={(usd) => setTyped(String(usd))}
          error={problem ?? fieldProblem(start.error)}
        />
        <BalanceNote budget={budget} />
        <FormProblem text={otherProblem(start.error) ?? draft.problem} />
        <Button
          variant="filled"
          size="md"
          loading={start.isPending || draft.saving}
          disabled={job.state === 'testing'}
          onClick={begin}
        >
          {startWords(draft, budget)}
        </Button>
      </div>
    </Section>
  )
}

function startWords({ form }: Draft, budget: Usd): string {
  const count = countFrames(form.values.frames, Number(form.values.step) || 1)
  const frames = count === 0 ? 'Render' : `Render ${plural(count, 'frame')}`
  if (budgetProblem(budget) !== null) return frames
  return `${frames} for at most ${formatMoney(microUsdOf(budget))}`
}

function BalanceNote({ budget }: { budget: Usd }) {
  const { data } = useQuery(balanceQuery(useClient()))
  if (data === undefined || budgetProblem(budget) !== null) return null
  const available = data.available_micro_usd
  if (microUsdOf(budget) <= available) return null
  return (
    <p className={styles.hint} role="status">
      Your balance of {formatMoney(available)} is too low.
    </p>
  )
}

const budgetField = 'budget_micro_usd'

function fieldProblem(error: Error | null): string | undefined {
  return error instanceof ApiError ? error.fields[budgetField] : undefined
}

function otherProblem(error: Error | null): string | undefined {
  if (error === null || fieldProblem(error) !== undefined) return undefined
  const { text, remedy } = describeError(error)
  return `${text} ${remedy}`.trim()
}
