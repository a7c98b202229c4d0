import type { GpuModels } from '@gridloom/contract/statistics/gpu-model'
import { gpuSpecification } from '@gridloom/domain/gpu-specifications'
import type { Ctx } from '../../platform/ctx.ts'
import { listGpuModels } from './gpu-models-store.ts'

const driversShown = 5

/** Reads the models of GPUs on the market. */
export async function readGpuModels({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<GpuModels> {
  const rows = await listGpuModels(db)
  return {
    at: clock.now().toISOString(),
    models: rows.map((row) => ({
      ...row,
      drivers: newestFirst(row.drivers),
      specification: gpuSpecification(row.model),
    })),
  }
}

/** Sorts versions by their numbers: 570.86 is newer than 99.1. */
function newestFirst(versions: readonly string[]): string[] {
  const byNumber = new Intl.Collator('en', { numeric: true })
  return versions.toSorted((one, other) => byNumber.compare(other, one)).slice(0, driversShown)
}
