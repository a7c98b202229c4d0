import type { BasisPoints } from '@gridloom/contract/core/values'
import type { MachineRendering } from '@gridloom/contract/rendering/machine-rendering'
import { formatFee, splitFee } from '@gridloom/domain/fees'
import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useToasts } from '../../../api/runtime.tsx'
import { usePlatformFee } from '../../../shared/ledger/platform-fee.tsx'
import { UsdField } from '../../../ui/form/usd-field.tsx'
import { formatMoney, formatPerHour } from '../../../ui/format/money.ts'
import { microUsdOf, type Usd, usdOf } from '../../../ui/format/usd.ts'
import { useChangeRendering } from '../api/change-rendering.ts'
import styles from './rendering.module.css'

/** The price per reference hour on the machine; frames in progress keep their price. */
export function RenderPriceForm({ rendering }: { rendering: MachineRendering }) {
  const { machine_id: id, micro_usd_per_reference_hour: price, score } = rendering
  const change = useChangeRendering(id)
  const toasts = useToasts()
  const [typed, setTyped] = useState<Usd>(usdOf(price))
  const [problem, setProblem] = useState<string>()
  const microUsd = microUsdOf(typed)
  const fee = usePlatformFee()

  function save(event: FormEvent): void {
    event.preventDefault()
    const wrong = typed === '' || !(microUsd >= 0 && microUsd <= 100_000_000_000)
    setProblem(wrong ? 'Enter a price from $0 to $100,000' : undefined)
    if (wrong) return
    change.mutate(
      { micro_usd_per_reference_hour: microUsd },
      {
        onSuccess: () =>
          toasts.show({
            type: 'success',
            message: 'Price saved. Frames in progress keep their price.',
          }),
      },
    )
  }

  return (
    <form className={styles.price} onSubmit={save} noValidate>
      <UsdField
        label="Price per reference hour"
        description={`${renterPays(microUsd, score)}${youReceive(microUsd, fee)}`}
        value={typed}
        onChange={(usd) => setTyped(String(usd))}
        error={problem}
      />
      <Button type="submit" loading={change.isPending} disabled={microUsd === price}>
        Save price
      </Button>
    </form>
  )
}

function renterPays(microUsd: number, score: number | null): string {
  if (score === null) return 'One hour of rendering on a machine of score 1'
  return `${formatPerHour(Math.round(microUsd * score) || 0)} while this machine renders`
}

/** The provider's part of a reference hour. */
function youReceive(microUsd: number, fee: BasisPoints | undefined): string {
  if (fee === undefined || !(microUsd > 0)) return ''
  const { earnedMicroUsd } = splitFee(Math.round(microUsd), fee)
  return `. You receive ${formatMoney(earnedMicroUsd)} of ${formatMoney(microUsd)} after the ${formatFee(fee)} platform fee.`
}
