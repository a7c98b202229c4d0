import { limits } from '@gridloom/contract/core/constants'
import type { Offer } from '@gridloom/contract/market/offer'
import { NumberInput, Slider } from '@mantine/core'
import { problemAt } from '../../../ui/form/problem-at.ts'
import { formatMib } from '../../../ui/format/numbers.ts'
import { formatVcpus } from '../../../ui/format/vcpus.ts'
import { formatDisk } from '../offer-figures.ts'
import styles from './rent-dialog.module.css'
import { diskGbMost, type RentDraft } from './rent-draft.ts'
import type { Rent } from './use-rent.ts'

interface SizeFieldsProps {
  offer: Offer
  rent: Rent
  onChange: (part: Partial<RentDraft>) => void
}

/** Slots with their share of the machine, and the disk size. */
export function SizeFields({ offer, rent, onChange }: SizeFieldsProps) {
  const most = Math.min(rent.slotsFree, limits.slotsPerInstance)
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>Size</legend>
      <div className={styles.size}>
        <span className={`${styles.hint} gl-num`}>{slotsText(offer, rent.slots)}</span>
        <NumberInput
          aria-label="Slots"
          suffix={rent.slots === 1 ? ' slot' : ' slots'}
          min={1}
          max={most}
          clampBehavior="strict"
          allowDecimal={false}
          disabled={most <= 1}
          value={rent.slots}
          error={problemAt(rent.wrong, 'slots')}
          onChange={(slots) => onChange({ slots: Number(slots) || 1 })}
        />
      </div>
      <DiskField offer={offer} rent={rent} onChange={onChange} />
    </fieldset>
  )
}

function DiskField({ offer, rent, onChange }: SizeFieldsProps) {
  const most = diskGbMost(offer)
  const near = Math.min(most, Math.max(100, rent.diskGb))
  return (
    <div className={styles.size}>
      <Slider
        aria-label="Disk in GB"
        thumbLabel="Disk in GB"
        size={4}
        min={limits.diskGbMin}
        max={near}
        label={(gb) => `${gb} GB`}
        value={rent.diskGb}
        onChange={(diskGb) => onChange({ diskGb })}
      />
      <NumberInput
        aria-label="Disk"
        suffix=" GB disk"
        min={limits.diskGbMin}
        max={most}
        allowDecimal={false}
        value={rent.diskGb}
        error={problemAt(rent.wrong, 'disk_gb')}
        onChange={(gb) => Number(gb) > 0 && onChange({ diskGb: Number(gb) })}
      />
      <span className={`${styles.hint} gl-num`} style={{ gridColumn: '1 / -1' }}>
        The disk size can’t be changed later. {formatDisk(most)} free on this machine.
      </span>
    </div>
  )
}

function slotsText(offer: Offer, slots: number): string {
  const parts = [
    offer.gpu_model && `${slots} × ${offer.gpu_model}`,
    `${formatVcpus(offer.vcpus * slots)} vCPU`,
    `${formatMib(offer.memory_mib * slots)} memory`,
  ]
  return parts.filter(Boolean).join(' · ')
}
