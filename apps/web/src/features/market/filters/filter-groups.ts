import type { OfferFieldName } from '@gridloom/contract/market/offer-fields'

/** The fields of the form with all filters, each once. */
export const filterGroups: readonly {
  readonly title: string
  readonly fields: readonly OfferFieldName[]
}[] = [
  {
    title: 'GPU',
    fields: [
      ...(['kind', 'gpu', 'gpu_model', 'slots', 'vram', 'total_vram'] as const),
      ...(['tflops', 'gpu_mem_bw', 'cc', 'cuda'] as const),
      ...(['driver', 'pcie', 'pcie_lanes', 'nvlink', 'gpu_clock', 'gpu_power'] as const),
    ],
  },
  {
    title: 'CPU and memory',
    fields: ['cpu', 'arch', 'os', 'vcpus', 'memory', 'cpu_score', 'cpu_single', 'mem_bw'],
  },
  {
    title: 'Disk',
    fields: ['disk', 'disk_read', 'disk_write', 'image', 'volumes', 'snapshots'],
  },
  { title: 'Network', fields: ['down', 'up', 'rtt', 'clusters'] },
  {
    title: 'Place and trust',
    fields: ['region', 'country', 'machine', 'isolated', 'trust', 'uptime', 'age', 'ready'],
  },
  {
    title: 'Price',
    fields: [
      ...([
        'price',
        'price_per_tflop',
        'price_per_vram',
        'price_per_core',
        'price_per_score',
      ] as const),
      ...(['disk_price', 'interruptible', 'min_bid'] as const),
      ...(['reservable', 'reserve_days', 'reserve_discount'] as const),
    ],
  },
  { title: 'Models and rendering', fields: ['model', 'token_price', 'render', 'render_price'] },
]
