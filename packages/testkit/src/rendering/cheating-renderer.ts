import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import type { OpenScene, PieceOutcome, Renderer } from '@gridloom/agent/rendering/renderer'
import type { BlenderSettings, RenderPiece } from '@gridloom/contract/agent/rendering'

/** What a machine does otherwise than it was told. What it compares for others, it renders honestly. */
export interface Cheat {
  settings?: (settings: BlenderSettings) => BlenderSettings
  piece?: (piece: RenderPiece) => RenderPiece
  /** Makes another file of the one that was rendered. */
  picture?: (bytes: Buffer) => Promise<Uint8Array>
}

/** The real renderer in the hands of a machine that cheats: it says of what it made that it is what was asked for. */
export function cheatingRenderer(renderer: Renderer, cheat: Cheat): Renderer {
  const { settings = same, piece = same } = cheat
  return {
    probe: (signal) => renderer.probe(signal),
    canary: (asked) => renderer.canary(asked),
    async open(asked) {
      const opened = await renderer.open({ ...asked, settings: settings(asked.settings) })
      return {
        ...around(opened),
        async render(told, outFile, onProgress, signal) {
          const outcome = await opened.render(piece(told), outFile, onProgress, signal)
          return cheat.picture === undefined ? outcome : tamper(outcome, outFile, cheat.picture)
        },
      }
    },
  }
}

function around(opened: OpenScene): OpenScene {
  return {
    render: (...asked) => opened.render(...asked),
    merge: (...asked) => opened.merge(...asked),
    isAlive: () => opened.isAlive(),
    log: () => opened.log(),
    memoryPeakMib: () => opened.memoryPeakMib(),
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  }
}

async function tamper(
  outcome: PieceOutcome,
  outFile: string,
  change: (bytes: Buffer) => Promise<Uint8Array>,
): Promise<PieceOutcome> {
  if (outcome.kind !== 'done') return outcome
  const bytes = await change(await readFile(outFile))
  await writeFile(outFile, bytes)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { ...outcome, bytes: bytes.length, sha256 }
}

function same<T>(it: T): T {
  return it
}
