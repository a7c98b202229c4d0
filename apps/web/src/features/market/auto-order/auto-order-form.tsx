import { ApiError } from '@gridloom/client/api-error'
import { limits } from '@gridloom/contract/core/constants'
import type { TemplateId } from '@gridloom/contract/core/ids'
import { NumberInput } from '@mantine/core'
import { useState } from 'react'
import { useToasts } from '../../../api/runtime.tsx'
import { clockNowMs } from '../../../browser/clock.ts'
import { useCreateAutoOrder } from '../../../shared/auto-orders/auto-orders-api.ts'
import { LimitFields } from '../../../shared/auto-orders/limit-fields.tsx'
import { MarketPreview } from '../../../shared/auto-orders/market-preview.tsx'
import { Form, FormButtons, FormProblem } from '../../../ui/form/form.tsx'
import { problemAt, type WrongFields } from '../../../ui/form/problem-at.ts'
import { describeError } from '../../../ui/format/error-texts.ts'
import { microUsdOf } from '../../../ui/format/usd.ts'
import { AutomationFields } from '../rent/automation-fields.tsx'
import { ExtrasFields } from '../rent/extras-fields.tsx'
import { ImageFields } from '../rent/image-fields.tsx'
import styles from '../rent/rent-dialog.module.css'
import { chosenTemplate, type RentDraft } from '../rent/rent-draft.ts'
import { useTemplates } from '../rent/use-templates.ts'
import { type AutoOrderDraft, ofForm, toAutoOrder } from './auto-order-draft.ts'

interface AutoOrderFormProps {
  draft: AutoOrderDraft
  usualDiskGb: number
  namedTemplate: TemplateId | undefined
  onDraft: (draft: AutoOrderDraft) => void
  onClose: () => void
  onCreated: () => void
}

/** No machine is chosen yet, so no image is known to be cached. */
const anyOffer = { images: [] }

/** What to run, how large, at which price and within which limits. The input is kept when the request fails. */
export function AutoOrderForm(props: AutoOrderFormProps) {
  const { draft, onDraft, onClose } = props
  const { template, templates, diskGb, wrong, create, submit } = useAutoOrderForm(props)
  const changeRent = (part: Partial<RentDraft>) =>
    onDraft({ ...draft, rent: { ...draft.rent, ...part } })
  const shared = { draft: draft.rent, wrong, onChange: changeRent }
  const price = microUsdOf(draft.limits.maxPriceUsd)
  return (
    <Form onSubmit={submit}>
      <LimitFields
        draft={draft.limits}
        wrong={wrong}
        onChange={(part) => onDraft({ ...draft, limits: { ...draft.limits, ...part } })}
      />
      <MarketPreview
        wanted={{
          ...{ query: draft.limits.query, slots: draft.rent.slots, disk_gb: diskGb },
          ...(price >= 1 && { max_price_micro_usd_per_hour: price }),
        }}
      />
      <ImageFields offer={anyOffer} rent={{ templates, template, wrong }} {...shared} />
      <SizeFields diskGb={diskGb} {...shared} />
      <ExtrasFields {...shared} />
      <AutomationFields {...shared} />
      <p className={styles.hint}>
        Instances are rented on demand, the cheapest match first, without asking again. It waits
        while your balance is too low, and is paused when two instances in a row fail.
      </p>
      <FormProblem text={problemOf(create.error)} />
      <FormButtons busy={create.isPending} cancel={onClose}>
        Rent automatically
      </FormButtons>
    </Form>
  )
}

function useAutoOrderForm(props: AutoOrderFormProps) {
  const { draft, usualDiskGb, namedTemplate, onCreated } = props
  const templates = useTemplates(namedTemplate)
  const template = chosenTemplate(draft.rent, templates)
  const [wrong, setWrong] = useState<WrongFields>({})
  const create = useCreateAutoOrder()
  const toasts = useToasts()
  const recommended = Math.max(usualDiskGb, template?.recommended_disk_gb ?? 0)
  const diskGb = draft.rent.diskGb ?? Math.max(limits.diskGbMin, recommended)
  const submit = (event: { preventDefault(): void }) => {
    event.preventDefault()
    const attempt = toAutoOrder(draft, { template, diskGb, nowMs: clockNowMs() })
    setWrong(attempt.ok ? {} : attempt.fields)
    if (!attempt.ok) return
    create.mutate(attempt.body, {
      onSuccess: ({ name }) => {
        toasts.show({ type: 'success', message: `${name} waits for offers that match.` })
        onCreated()
      },
    })
  }
  const refused = create.error instanceof ApiError ? ofForm(create.error.fields) : {}
  return { templates, template, diskGb, wrong: { ...wrong, ...refused }, create, submit }
}

interface SizeProps {
  draft: RentDraft
  diskGb: number
  wrong: WrongFields
  onChange: (part: Partial<RentDraft>) => void
}

function SizeFields({ draft, diskGb, wrong, onChange }: SizeProps) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>Size</legend>
      <div className={styles.pair}>
        <NumberInput
          label="Slots"
          min={1}
          max={limits.slotsPerInstance}
          clampBehavior="strict"
          allowDecimal={false}
          value={draft.slots}
          error={problemAt(wrong, 'slots')}
          onChange={(slots) => onChange({ slots: Number(slots) || 1 })}
        />
        <NumberInput
          label="Disk"
          suffix=" GB"
          min={limits.diskGbMin}
          max={limits.diskGbMax}
          allowDecimal={false}
          value={diskGb}
          error={problemAt(wrong, 'disk_gb')}
          onChange={(gb) => Number(gb) > 0 && onChange({ diskGb: Number(gb) })}
        />
      </div>
    </fieldset>
  )
}

/** Problems of fields are shown at the fields. */
function problemOf(error: Error | null): string | undefined {
  if (error === null) return undefined
  const { text } = describeError(error)
  const isOfFields = error instanceof ApiError && error.code === 'invalid_input'
  return isOfFields ? 'Check the highlighted fields.' : text
}
