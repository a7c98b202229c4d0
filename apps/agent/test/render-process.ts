import { systemClock } from '@gridloom/async/clock'
import { RenderChunkSpec } from '@gridloom/contract/agent/rendering'
import { openRendering } from '../src/rendering/index.ts'
import { createFakeRenderer } from './fake-renderer.ts'

/**
 * Renders the first picture of one chunk, and is in the middle of the second when it is killed. Arguments: the data
 * folder, the chunk. Prints `ready` during the second picture.
 */
const [dataDir = '', chunk = ''] = process.argv.slice(2)
const blender = createFakeRenderer()
const rendering = await openRendering(
  { renderer: blender, threads: 1, readFingerprint: async () => '' },
  { dataDir, clock: systemClock, onFailure: () => {} },
)
await rendering.chunks.accept(RenderChunkSpec.parse(JSON.parse(chunk)))
while (blender.making()?.key !== '1') await systemClock.sleep(5)
await blender.making()?.finish('first')
while (blender.making()?.key !== '2') await systemClock.sleep(5)
// Long enough for its state to be on disk: after an earlier kill the first picture would be rendered again.
await systemClock.sleep(300)
process.stdout.write('ready\n')
await systemClock.sleep(60_000)
