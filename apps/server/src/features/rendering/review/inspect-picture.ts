import { createHash } from 'node:crypto'
import type { ChunkPart } from '@gridloom/contract/agent/rendering'
import type { RenderProblem } from '@gridloom/contract/rendering/frame'
import type { RenderFormat } from '@gridloom/contract/rendering/settings'
import type { RenderingCtx } from '../ctx.ts'
import { fileKeys } from '../file-keys.ts'
import { type ExaminedPicture, NotAPicture } from '../pictures/pictures.ts'
import type { JobRow } from '../schema.ts'
import type { FramePart } from './frame-parts-store.ts'
import { readPictureFile } from './read-file.ts'

export type InspectedPicture =
  | { kind: 'picture'; examined: ExaminedPicture }
  | { kind: 'none'; problem: RenderProblem }

/** Decodes an arrived picture; an invalid one is a problem of the machine that sent it, not an error. */
export async function inspectPicture(
  ctx: RenderingCtx,
  key: string,
  format: RenderFormat,
): Promise<InspectedPicture> {
  try {
    const bytes = await readPictureFile(ctx, key)
    return { kind: 'picture', examined: await ctx.pictures.examine({ bytes, format }, ctx.signal) }
  } catch (error) {
    if (!(error instanceof NotAPicture)) throw error
    const text = `The result is not a valid picture. ${error.message}.`
    return { kind: 'none', problem: { code: 'not_a_picture', text } }
  }
}

/** Returns the format in which a part is delivered: sample ranges always come in one that stores linear light. */
export function formatOf(
  { settings }: Pick<JobRow, 'settings'>,
  part: Pick<ChunkPart, 'sample_range'>,
): RenderFormat {
  return part.sample_range === null ? settings.format : 'openexr'
}

/** A picture as the file store has it. */
export interface StoredPicture {
  sha256: string
  bytes: number
}

/** Stores a picture under its own hash, with its previews if it is a whole frame. Repeating it is safe. */
export async function keepPicture(
  ctx: Pick<RenderingCtx, 'files' | 'signal'>,
  { job_id, number, part }: FramePart,
  { cleaned, previews }: ExaminedPicture,
): Promise<StoredPicture> {
  const sha256 = createHash('sha256').update(cleaned).digest('hex')
  const name = { number, part, sha256 }
  if (part === 0) {
    for (const size of ['large', 'medium', 'small'] as const)
      await ctx.files.put(fileKeys.preview(job_id, name, size), [previews[size]], ctx.signal)
  }
  await ctx.files.put(fileKeys.picture(job_id, name), [cleaned], ctx.signal)
  return { sha256, bytes: cleaned.length }
}
