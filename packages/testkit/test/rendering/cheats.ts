import sharp from 'sharp'
import type { Cheat } from '../../src/rendering/cheating-renderer.ts'

/** Of the scene in which they cheat: an even number, so that none is its own opposite. */
export const frames = 4

/** Pictures that look like any other: only who renders them again can tell. */
export const onlyOthersSee: Record<string, Cheat> = {
  // One of the scene's own: beyond its last, nothing moves any more and pictures are right again.
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
  cheat: Cheat
  problem: { code: string; text: string }
}

/** What everybody sees who looks at the file. */
export const everybodySees: Record<string, Seen> = {
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
