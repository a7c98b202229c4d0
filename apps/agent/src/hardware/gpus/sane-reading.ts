import { GpuReading } from '@gridloom/contract/machines/gpu-reading'

/**
 * Returns a reading whose impossible values are `null`: tools report some for a moment after a driver's reset, and the
 * control plane refuses a heartbeat that has one.
 */
export function asGpuReading(reading: GpuReading): GpuReading {
  const parsed = GpuReading.safeParse(reading)
  if (parsed.success) return reading
  const wrong = new Set(parsed.error.issues.map(({ path: [field] }) => field))
  const sane = Object.entries(reading).map(([field, value]) => [
    field,
    wrong.has(field) && field !== 'uuid' ? null : value,
  ])
  return GpuReading.parse(Object.fromEntries(sane))
}
