import type { Frame, FrameBounds } from '@gridloom/domain/sandbox/frames'
import { z } from 'zod'
import { detailCells } from './detail.ts'
import { type PictureAnswer, readValue } from './picture-frames.ts'
import type { PictureTask, TaskName, TaskResult } from './picture-tasks.ts'
import { pictureBytesMax, picturePixelsMax } from './pictures.ts'

const answerWordBounds = {
  ...{ wordBytesMax: 64 * 1024, depthMax: 8, valuesMax: 1_000 },
  partsMax: 4,
}
/** The size of three previews of at most 1920 × 1080. */
const previewsBytesMax = 16 * 1024 ** 2
/** The most bytes per pixel of a JPEG of the best quality, even for noise. */
const jpegPixelBytesMax = 4
const jpegHeadBytesMax = 64 * 1024

/** Limits the size of the answer to a task: a picture may have taken over the process that sends it. */
export function pictureAnswerBounds(task: PictureTask): FrameBounds {
  return { ...answerWordBounds, partsBytesMax: answerBytesMax(task) }
}

function answerBytesMax(task: PictureTask): number {
  switch (task.name) {
    case 'examine': {
      const { bytes, format } = task.asked
      // Cleaning makes a file smaller, except for OpenEXR, which is rewritten.
      const cleanedBytesMax = format === 'openexr' ? pictureBytesMax : bytes.length
      return cleanedBytesMax + previewsBytesMax
    }
    case 'compare': {
      const { region } = task.asked
      const pixels = region === null ? picturePixelsMax : region.width * region.height
      return 2 * (pixels * jpegPixelBytesMax + jpegHeadBytesMax)
    }
    case 'stitch':
      return pictureBytesMax
    case 'display':
      return picturePixelsMax * 3
  }
}

const side = z.int().min(1).max(picturePixelsMax)
const Facts = z.object({
  ...{ width: side, height: side, channels: z.int().min(1).max(1_024) },
  bits: z.literal([8, 16, 32]),
  isConstant: z.boolean(),
  detail: z.array(z.number()).max(detailCells ** 2),
  pixelsSha256: z.string().regex(/^[0-9a-f]{64}$/),
})

const part = z.instanceof(Uint8Array)
const why = z.string().max(10_000)

/** The schemas of the results of tasks. */
const results = {
  examine: z.object({
    ...{ facts: Facts, cleaned: part },
    previews: z.object({ large: part, medium: part, small: part }),
  }),
  compare: z.object({
    ...{ psnrDb: z.number().nullable(), differingPercent: z.number().min(0).max(100) },
    crops: z.object({ first: part, second: part }),
  }),
  stitch: part,
  display: z
    .object({ width: side, height: side, rgb: part })
    .refine(({ width, height, rgb }) => rgb.length === 3 * width * height),
} satisfies { [Name in TaskName]: z.ZodType<TaskResult<Name>> }

const answers: { [Name in TaskName]: z.ZodType<ReadAnswer<Name>> } = {
  examine: answerWith(results.examine),
  compare: answerWith(results.compare),
  stitch: answerWith(results.stitch),
  display: answerWith(results.display),
}

function answerWith<Result extends z.ZodType>(result: Result) {
  return z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('done'), result }),
    z.object({ kind: z.literal('not_a_picture'), why }),
    z.object({ kind: z.literal('failed'), why }),
  ])
}

export type ReadAnswer<Name extends TaskName> =
  | { kind: 'done'; result: TaskResult<Name> }
  | Exclude<PictureAnswer, { kind: 'done' }>

/** Parses an answer to a task as untrusted input; returns `undefined` if it is invalid. */
export function readPictureAnswer<Name extends TaskName>(
  name: Name,
  frame: Frame,
): ReadAnswer<Name> | undefined {
  return answers[name].safeParse(readValue(frame)).data
}
