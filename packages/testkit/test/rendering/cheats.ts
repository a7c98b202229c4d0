import sharp from 'sharp'
import type { CheatOptions } from '../../src/rendering/cheating-renderer.ts'

/** The frames of the scene in which they cheat: an even number, so that no frame is its own mirror image. */
export const frames = 4

/** Pictures that look valid: only another machine that renders them again can detect them. */
export const onlyOthersSee: Record<string, CheatOptions> = {
  // A frame within the scene: after its last frame nothing moves, and pictures would be correct.
  'the picture of another frame': {
    part: (part) => ({ ...part, frame: frames + 1 - part.frame }),
  },
  'a black picture': { picture: blackened },
  'a picture that was pressed as JPEG': { picture: pressed },
  'half the samples': {
    settings: (settings) => ({ ...settings, samples: Math.ceil((settings.samples ?? 4) / 2) }),
  },
}

interface Seen {
  cheat: CheatOptions
  problem: { code: string; text: string }
}

/** Cheats that show in the file itself. */
export const allUsersSee: Record<string, Seen> = {
  'a picture of half the size': {
    cheat: { picture: async (bytes) => sharp(bytes).resize(32, 18).png().toBuffer() },
    problem: {
      code: 'wrong_size',
      text: 'The picture is 32 × 18 pixels instead of 64 × 36.',
    },
  },
  'a file that is no picture': {
    cheat: { picture: async (bytes) => new Uint8Array(bytes.length).fill(7) },
    problem: { code: 'not_a_picture', text: 'The result is not a valid picture. It is not a PNG.' },
  },
}

async function blackened(bytes: Buffer): Promise<Uint8Array> {
  return sharp(bytes).linear(0, 0).png().toBuffer()
}

async function pressed(bytes: Buffer): Promise<Uint8Array> {
  const jpeg = await sharp(bytes).jpeg({ quality: 90 }).toBuffer()
  return sharp(jpeg).png().toBuffer()
}
