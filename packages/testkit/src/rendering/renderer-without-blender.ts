import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type {
  CanaryOptions,
  OpenScene,
  OpenSceneOptions,
  PartOutcome,
  Renderer,
} from '@gridloom/agent/rendering/renderer'
import type { ChunkPart } from '@gridloom/contract/agent/rendering'
import { pixelsOf } from '@gridloom/domain/rendering/frame-parts'
import sharp from 'sharp'

/** A grey of 0 to 255 for each pixel. */
export type Shade = (x: number, y: number) => number

/** The reports and pictures of an agent that never starts Blender. */
export interface FakeRendererOptions {
  version: string
  /** The picture of each canary. */
  canary: (asked: CanaryOptions['canary']) => Shade
  picture: (part: ChunkPart) => Shade
  /** How long it takes for each; what it reports is independent of that. */
  takesMs: number
  says: { samplesPerMinute: number; renderS: number }
}

/** Draws pictures by number: all honest machines draw the same, as one Blender does. */
export const honest: FakeRendererOptions = {
  version: '3.4.1',
  canary:
    ({ seed }) =>
    (x, y) =>
      128 + 100 * Math.sin((x * (1 + (seed % 97))) / 60 + y / 9),
  picture:
    ({ frame }) =>
    (x, y) =>
      128 + 100 * Math.sin((x * frame) / 7 + y / 5),
  takesMs: 1_200,
  says: { samplesPerMinute: 1_000, renderS: 1 },
}

const canarySize = { width: 320, height: 180 }

/** An agent's renderer that renders nothing. */
export function rendererWithoutBlender(pretence: FakeRendererOptions): Renderer {
  const { version, canary, takesMs, says } = pretence
  return {
    probe: async () => ({
      capability: {
        driver: 'blender',
        blender_version: version,
        engines: ['cycles'],
        devices: [{ kind: 'cpu', name: 'A CPU' }],
        denoisers: ['openimagedenoise'],
        features: [],
        threads: 1,
        sandbox: 'bubblewrap',
      },
    }),
    async canary(asked) {
      await delay(takesMs)
      const outcome = await send(asked.outFile, canarySize, canary(asked.canary), says.renderS)
      const { samplesPerMinute } = says
      return { outcome, samplesPerMinute, memoryPeakMib: 10, log: '' }
    },
    open: async (asked) => openNothing(asked, pretence),
    merge: async () => ({ outcome: { kind: 'stopped' }, memoryPeakMib: 10, log: '' }),
  }
}

function openNothing(
  { settings }: OpenSceneOptions,
  { picture, takesMs, says }: FakeRendererOptions,
): OpenScene {
  return {
    async render(part, outFile) {
      await delay(takesMs)
      const { x, y, ...size } = part.region ?? { x: 0, y: 0, ...pixelsOf(settings) }
      const shade = picture(part)
      return send(outFile, size, (column, row) => shade(x + column, y + row), says.renderS)
    },
    allow: () => {},
    isAlive: () => true,
    log: () => '',
    memoryPeakMib: () => 10,
    [Symbol.asyncDispose]: async () => {},
  }
}

async function send(
  outFile: string,
  { width, height }: { width: number; height: number },
  shade: Shade,
  renderS: number,
): Promise<PartOutcome> {
  const grey = Buffer.alloc(width * height, 0)
  for (let at = 0; at < grey.length; at += 1)
    grey[at] = Math.round(shade(at % width, Math.floor(at / width)))
  const raw = { width, height, channels: 1 } as const
  const bytes = await sharp(grey, { raw }).toColourspace('srgb').png().toBuffer()
  await writeFile(outFile, bytes)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { kind: 'done', renderS, bytes: bytes.length, sha256 }
}
