import type { Offer } from '@gridloom/contract/market/offer'

/** Returns the name of the hardware: the GPU if there is one, else the CPU. */
export function hardwareName(offer: Offer): string {
  return offer.kind === 'gpu' && offer.gpu_model ? offer.gpu_model : shortCpuName(offer.cpu_model)
}

/** Shortens a CPU's name by the parts common to all: marks, "CPU", clock and "Processor". */
export function shortCpuName(model: string): string {
  const short = model
    .replace(/\((?:R|TM|C)\)|[®™]/gi, '')
    .replace(/\s+@.*$/, '')
    .replace(/\b(?:CPU|Processor)\b/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return short === '' ? 'CPU' : short
}
