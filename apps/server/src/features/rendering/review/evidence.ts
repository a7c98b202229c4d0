import type { RenderCheckId, RenderJobId } from '@gridloom/contract/core/ids'
import type { RenderingCtx } from '../ctx.ts'
import { fileKeys } from '../file-keys.ts'
import type { Crops } from '../pictures/pictures.ts'

/** Stores the two compared pictures in viewable form, for the owners of the machine and of the job. */
export async function keepCrops(
  { files, signal }: Pick<RenderingCtx, 'files' | 'signal'>,
  { jobId, checkId }: { jobId: RenderJobId; checkId: RenderCheckId },
  { first, second }: Crops,
): Promise<void> {
  await files.put(fileKeys.crop(jobId, checkId, 'made'), [first], signal)
  await files.put(fileKeys.crop(jobId, checkId, 'compared'), [second], signal)
}
