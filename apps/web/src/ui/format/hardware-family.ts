/** The families that have a mark of their own. */
export type HardwareFamily = 'gpu_gaming' | 'gpu_workstation' | 'gpu_data_center' | 'gpu' | 'cpu'

const dataCenter = /\b(?:[ABHLVT]\d{1,3}S?|GH\d+|GB\d+|MI\d+\w*|Instinct|Tesla|Max \d+)\b/i
const workstation = /\b(?:Quadro|RTX A\d+|Ada|RTX PRO|Pro W\d+|FirePro)\b/i
const gaming = /\b(?:GeForce|GTX|Radeon|RX|Arc|Titan)\b/i

/** Returns the family of a GPU by its model's name, or `cpu`. */
export function hardwareFamily(model: string, kind: 'gpu' | 'cpu'): HardwareFamily {
  if (kind === 'cpu') return 'cpu'
  if (workstation.test(model)) return 'gpu_workstation'
  if (gaming.test(model)) return 'gpu_gaming'
  if (dataCenter.test(model)) return 'gpu_data_center'
  // "RTX 4090", as some drivers name it, without its series.
  return /\bRTX \d{4}\b/i.test(model) ? 'gpu_gaming' : 'gpu'
}

const vendors = [
  { vendor: 'nvidia', names: /nvidia|geforce|quadro|tesla|\b(?:RTX|GTX)\b|\b[ABHLV]\d{2,3}S?\b/i },
  { vendor: 'amd', names: /\bamd\b|radeon|instinct|epyc|ryzen|threadripper|\bMI\d+/i },
  { vendor: 'intel', names: /intel|xeon|\bcore\b|\barc\b/i },
  { vendor: 'arm', names: /\barm\b|neoverse|cortex|ampere|graviton|apple/i },
] as const

export type HardwareVendor = (typeof vendors)[number]['vendor'] | 'other'

/** Returns the vendor of a GPU or CPU by its model's name. */
export function hardwareVendor(model: string): HardwareVendor {
  return vendors.find(({ names }) => names.test(model))?.vendor ?? 'other'
}
