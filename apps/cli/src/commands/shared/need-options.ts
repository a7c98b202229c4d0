import { limits } from '@gridloom/contract/core/constants'
import { OfferKind } from '@gridloom/contract/market/offer-filters'
import type { Command } from 'commander'
import { parseUsd } from '../../input/parse-usd.ts'
import { amount, oneOf, wholeNumber } from '../../input/parse-values.ts'

/** What an offer must have, as options name it. */
export interface NeedOptions {
  kind?: OfferKind
  gpu?: string
  slots?: number
  vramGib?: number
  vcpus?: number
  memoryGib?: number
  cpuScore?: number
  downMbps?: number
  maxPrice?: number
}

/** Adds filters of offers: the same for `offers` and for templates, which hold them for their orders. */
export function addNeedOptions(command: Command): Command {
  return command
    .option('--kind <kind>', 'gpu or cpu', oneOf('--kind', OfferKind.options))
    .option('--gpu <model>', 'GPU model')
    .option('--slots <n>', 'minimum free slots', wholeNumber('--slots', 1, limits.slotsPerInstance))
    .option('--vram-gib <n>', 'minimum GPU memory', amount('--vram-gib'))
    .option('--vcpus <n>', 'minimum CPU threads', amount('--vcpus'))
    .option('--memory-gib <n>', 'minimum memory', amount('--memory-gib'))
    .option('--cpu-score <n>', 'minimum measured CPU speed', amount('--cpu-score'))
    .option('--down-mbps <n>', 'minimum measured download speed', amount('--down-mbps'))
    .option('--max-price <usd>', 'maximum price in US dollars per hour', (usd) =>
      parseUsd(usd, '--max-price'),
    )
}

/** The filters of the options; `undefined` where one is not given. */
export function needsOf(options: NeedOptions) {
  return {
    kind: options.kind,
    gpu_model: options.gpu,
    slots_min: options.slots,
    vram_mib_min: mibOf(options.vramGib),
    vcpus_min: options.vcpus,
    memory_mib_min: mibOf(options.memoryGib),
    cpu_score_min: options.cpuScore,
    network_down_mbps_min: options.downMbps,
    price_micro_usd_per_hour_max: options.maxPrice,
  }
}

function mibOf(gib: number | undefined): number | undefined {
  return gib === undefined ? undefined : gib * 1024
}
