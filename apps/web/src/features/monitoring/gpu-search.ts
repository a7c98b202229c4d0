import { MachineId } from '@gridloom/contract/core/ids'
import { HistorySpan } from '@gridloom/contract/monitoring/history'
import { z } from 'zod'

/** The machine or GPU whose history is open, and its span. Invalid values are dropped. */
const GpuSearch = z.object({
  machine: MachineId.optional().catch(undefined),
  /** The id of a GPU of the machine; without: its CPUs. */
  gpu: z.coerce.string().min(1).max(100).optional().catch(undefined),
  span: HistorySpan.exclude(['hour']).optional().catch(undefined),
})
export type GpuSearch = z.infer<typeof GpuSearch>

/** Parses the search parameters; used as the route's `validateSearch`. */
export function readGpuSearch(raw: Record<string, unknown>): GpuSearch {
  const { machine, gpu, span } = GpuSearch.parse(raw)
  return {
    ...(machine ? { machine } : {}),
    ...(machine && gpu ? { gpu } : {}),
    ...(span ? { span } : {}),
  }
}
