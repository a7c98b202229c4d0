import { ApiError } from '@gridloom/client/api-error'
import type { AutoOrder } from '@gridloom/contract/auto-orders/auto-order'
import { useState } from 'react'
import { clockNowMs } from '../../browser/clock.ts'
import { useChangeAutoOrder } from '../../shared/auto-orders/auto-orders-api.ts'
import { LimitFields } from '../../shared/auto-orders/limit-fields.tsx'
import {
  type LimitsDraft,
  limitProblems,
  limitsOf,
  toLimits,
} from '../../shared/auto-orders/limits-draft.ts'
import { MarketPreview } from '../../shared/auto-orders/market-preview.tsx'
import { Modal } from '../../ui/components/dialog.tsx'
import { Form, FormButtons, FormProblem } from '../../ui/form/form.tsx'
import type { WrongFields } from '../../ui/form/problem-at.ts'
import { describeError } from '../../ui/format/error-texts.ts'
import { microUsdOf } from '../../ui/format/usd.ts'

interface EditAutoOrderProps {
  order: AutoOrder
  onClose: () => void
}

/** Changes the name, query, price and limits. One that is completed or expired rents again within higher ones. */
export function EditAutoOrder({ order, onClose }: EditAutoOrderProps) {
  return (
    <Modal opened onClose={onClose} title="Edit automatic order" size={560}>
      <LimitsForm order={order} onClose={onClose} />
    </Modal>
  )
}

function LimitsForm({ order, onClose }: EditAutoOrderProps) {
  const [initial] = useState(() => limitsOf(order, clockNowMs()))
  const [draft, setDraft] = useState<LimitsDraft>(initial)
  const [wrong, setWrong] = useState<WrongFields>({})
  const change = useChangeAutoOrder(order.id)
  const { slots, disk_gb } = order.order
  const refused = change.error instanceof ApiError ? change.error.fields : {}
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault()
        const problems = limitProblems(draft)
        setWrong(problems)
        if (Object.keys(problems).length > 0) return
        const { ends_at, ...limits } = toLimits(draft, clockNowMs())
        const isMoved = draft.days !== initial.days || order.state === 'expired'
        change.mutate(isMoved ? { ...limits, ends_at } : limits, { onSuccess: onClose })
      }}
    >
      <LimitFields
        draft={draft}
        wrong={{ ...wrong, ...refused }}
        onChange={(part) => setDraft({ ...draft, ...part })}
      />
      <MarketPreview
        wanted={{
          ...{ query: draft.query, slots, disk_gb },
          max_price_micro_usd_per_hour: microUsdOf(draft.maxPriceUsd),
        }}
      />
      <FormProblem text={change.error ? describeError(change.error).text : undefined} />
      <FormButtons busy={change.isPending} cancel={onClose}>
        Save
      </FormButtons>
    </Form>
  )
}
