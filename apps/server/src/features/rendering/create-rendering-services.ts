import type { Platform } from '../../platform/create-platform.ts'
import type { Services } from '../../platform/feature.ts'
import type { RenderingCtx } from './ctx.ts'
import { createDeliveries } from './delivery/deliveries.ts'
import { createPictures, findPictureSandbox } from './pictures/picture-processes.ts'
import type { UploadingCtx } from './uploads/ctx.ts'
import { createSceneReader } from './uploads/scene-reader.ts'

const pictureProcesses = 2
const unguardedPictures =
  'pictures of strangers are decoded without a sandbox: one that takes its decoder over can read what this server can; on Linux, install bubblewrap'

/** The part of the feature's context that its services provide. */
export type RenderingAdapters = Pick<
  RenderingCtx & UploadingCtx,
  'sceneReader' | 'pictures' | 'deliveries' | 'heldSweep'
>

/**
 * Creates the scene reader, the sandboxed picture processes, and the deliveries. Disposing of it ends the processes.
 */
export async function createRenderingServices({
  clock,
  log,
}: Pick<Platform, 'clock' | 'log'>): Promise<Services<RenderingAdapters>> {
  const sandbox = await findPictureSandbox()
  if (sandbox.kind === 'missing')
    log.warn({ event: 'picture_sandbox.not_found', why: sandbox.why }, unguardedPictures)
  const pictures = createPictures({ clock, processes: pictureProcesses, sandbox })
  return {
    adapters: {
      sceneReader: createSceneReader({ clock }),
      deliveries: createDeliveries({ clock }),
      heldSweep: { after: null },
      pictures,
    },
    [Symbol.asyncDispose]: () => pictures[Symbol.asyncDispose](),
  }
}
