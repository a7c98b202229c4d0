import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import type {
  OpenScene,
  OpenSceneOptions,
  PartOutcome,
  Renderer,
} from '@gridloom/agent/rendering/renderer'
import type { BlenderSettings, ChunkPart } from '@gridloom/contract/agent/rendering'

/** How a machine deviates from its orders. Parts of pictures that it checks for others, it renders honestly. */
export interface CheatOptions {
  settings?: (settings: BlenderSettings) => BlenderSettings
  part?: (part: ChunkPart) => ChunkPart
  /** Replaces the rendered file. */
  picture?: (bytes: Buffer) => Promise<Uint8Array>
}

/** The real renderer of a machine that cheats, while it reports that it rendered what was ordered. */
export function cheatingRenderer(renderer: Renderer, cheat: CheatOptions): Renderer {
  return {
    probe: (signal) => renderer.probe(signal),
    merge: (asked) => renderer.merge(asked),
    canary: (asked) => renderer.canary(asked),
    open: (asked) => openCrooked(renderer, asked, cheat),
  }
}

async function openCrooked(
  renderer: Renderer,
  asked: OpenSceneOptions,
  { settings, part = (reported) => reported, picture }: CheatOptions,
): Promise<OpenScene> {
  await using opened = new AsyncDisposableStack()
  const honest = opened.use(await renderer.open(asked))
  const crooked =
    settings === undefined
      ? honest
      : opened.use(await renderer.open({ ...asked, settings: settings(asked.settings) }))
  const open = opened.move()
  return {
    async render(reported, outFile, onProgress, signal) {
      if (reported.region !== null) return honest.render(reported, outFile, onProgress, signal)
      const outcome = await crooked.render(part(reported), outFile, onProgress, signal)
      return picture === undefined ? outcome : tamper(outcome, outFile, picture)
    },
    allow(partSMax) {
      honest.allow(partSMax)
      crooked.allow(partSMax)
    },
    isAlive: () => honest.isAlive() && crooked.isAlive(),
    log: () => honest.log(),
    memoryPeakMib: () => honest.memoryPeakMib(),
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}

async function tamper(
  outcome: PartOutcome,
  outFile: string,
  change: (bytes: Buffer) => Promise<Uint8Array>,
): Promise<PartOutcome> {
  if (outcome.kind !== 'done') return outcome
  const bytes = await change(await readFile(outFile))
  await writeFile(outFile, bytes)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { ...outcome, bytes: bytes.length, sha256 }
}
