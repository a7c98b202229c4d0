import type { BenchmarkKind } from '@gridloom/contract/machines/hardware'
import type { Offer } from '@gridloom/contract/market/offer'
import { formatPerHour } from '@gridloom/domain/money-format'
import { formatAge, formatMemory, oneDigit, shortId } from './format.ts'
import type { Draw } from './output.ts'

/** Offers, one per line. Values that were never measured are a dash. */
export function offerTable(draw: Draw, offers: readonly Offer[], nowMs: number): string {
  const table = draw.table(
    [
      { title: 'OFFER' },
      { title: 'HARDWARE', cutTo: 16 },
      { title: 'VCPU', align: 'right' },
      { title: 'MEMORY', align: 'right' },
      { title: 'DISK', align: 'right', dropRank: 1 },
      { title: 'FREE', align: 'right' },
      { title: 'CPU SCORE', align: 'right', dropRank: 3 },
      { title: 'DOWN', align: 'right', dropRank: 4 },
      { title: 'UPTIME', align: 'right', dropRank: 5 },
      { title: 'TRUST', align: 'right' },
      { title: 'PRICE', align: 'right' },
      { title: 'MACHINE', cutTo: 8, dropRank: 2 },
      { title: 'ISOLATED' },
    ],
    offers.map((offer) => [
      { text: shortId(offer.id), tone: 'strong' },
      hardwareText(offer),
      oneDigit(offer.vcpus),
      formatMemory(offer.memory_mib),
      `${offer.disk_free_gb} GB`,
      freeText(offer, nowMs),
      measured(offer, 'cpu_multi_mops', ''),
      measured(offer, 'network_down_mbps', ' Mb/s'),
      offer.uptime_percent === null ? '—' : `${oneDigit(offer.uptime_percent)} %`,
      offer.trust_score === null ? 'new' : String(offer.trust_score),
      formatPerHour(offer.price_micro_usd_per_hour),
      offer.machine_name,
      offer.isolated ? 'yes' : { text: 'no', tone: 'warning' as const },
    ]),
  )
  return offers.some(isUnderLoad) ? `${table}\n* measured under load` : table
}

function isUnderLoad({ measured }: Offer): boolean {
  return measured.some(({ kind, under_load }) => kind === 'cpu_multi_mops' && under_load)
}

/** Free slots of all slots, or for how long all of them have been rented. */
function freeText({ availability, rented_since, slots_free, slots_total }: Offer, nowMs: number) {
  if (availability !== 'rented') return `${slots_free}/${slots_total}`
  const since = rented_since === null ? '' : ` ${formatAge(rented_since, nowMs)}`
  return { text: `rented${since}`, tone: 'dim' as const }
}

function hardwareText({ gpu_model, vram_mib, cpu_model }: Offer): string {
  if (gpu_model === null) return cpu_model
  return vram_mib === null ? gpu_model : `${gpu_model} ${formatMemory(vram_mib)}`
}

function measured(offer: Offer, kind: BenchmarkKind, unit: string): string {
  const figure = offer.measured.find((benchmark) => benchmark.kind === kind)
  if (figure === undefined) return '—'
  return `${oneDigit(figure.value)}${figure.under_load ? '*' : ''}${unit}`
}
