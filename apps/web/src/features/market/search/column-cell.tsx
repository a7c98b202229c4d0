import type { Offer } from '@gridloom/contract/market/offer'
import { offerField } from '@gridloom/contract/market/offer-fields'
import { VisuallyHidden } from '@mantine/core'
import { factText } from '../../../shared/market/fact-text.ts'
import { SlotPips } from '../../../ui/components/slot-pips.tsx'
import { formatVcpus } from '../../../ui/format/vcpus.ts'
import { type ColumnName, factOf, sourceOf } from '../columns/column-list.ts'
import { type FigureKind, formatDisk } from '../offer-figures.ts'
import { MeasuredFigure } from './figure.tsx'
import { LastSeen } from './last-seen.tsx'
import styles from './offer-table.module.css'
import { RentedNote } from './rented-note.tsx'

/** The benchmark of a measured field, which has its date below it. */
const benchmarks: Partial<Record<ColumnName, FigureKind>> = {
  tflops: 'gpu_tflops_fp32',
  gpu_mem_bw: 'gpu_memory_bandwidth_gb_s',
  cpu_score: 'cpu_multi_mops',
  cpu_single: 'cpu_single_mops',
  mem_bw: 'memory_bandwidth_mb_s',
  disk_read: 'disk_read_mb_s',
  disk_write: 'disk_write_mb_s',
  down: 'network_down_mbps',
  up: 'network_up_mbps',
  rtt: 'network_rtt_ms',
}

/** Whether a column is aligned as numbers are. */
function isNumber(name: ColumnName): boolean {
  return (
    !['slots', 'uptime'].includes(name) && ['number', 'version'].includes(offerField(name).type)
  )
}

/** Returns the class of a column's cells and of its head. */
export function columnClass(name: ColumnName, usual: boolean): string {
  return [
    isNumber(name) ? styles.number : '',
    sourceOf(name) === 'measured' ? styles.measured : '',
    // Only the usual columns give way on narrow screens; chosen ones are wanted.
    usual && name === 'cpu_score' ? styles.optional : '',
  ].join(' ')
}

/** The value of an offer in one column. */
export function ColumnValue({ offer, name }: { offer: Offer; name: ColumnName }) {
  const benchmark = benchmarks[name]
  if (benchmark !== undefined) return <MeasuredFigure offer={offer} kind={benchmark} />
  switch (name) {
    case 'slots':
      return <FreeSlots offer={offer} />
    case 'uptime':
      return <LastSeen offer={offer} />
    case 'vcpus':
      return formatVcpus(offer.vcpus)
    case 'trust':
      return offer.trust_score ?? <span className={styles.none}>New</span>
    case 'disk':
      return formatDisk(offer.disk_free_gb)
    default:
      return factText(name, factOf(offer, name)) ?? <Unknown />
  }
}

function FreeSlots({ offer }: { offer: Offer }) {
  return (
    <>
      <SlotPips count={offer.slots_free} total={offer.slots_total} shows="free" />
      {offer.availability === 'rented' && (
        <div>
          <RentedNote offer={offer} />
        </div>
      )}
    </>
  )
}

function Unknown() {
  return (
    <span className={styles.none}>
      <span aria-hidden>–</span>
      <VisuallyHidden>unknown</VisuallyHidden>
    </span>
  )
}
