import type { Frame, FrameBounds } from '@gridloom/domain/sandbox/frames'
import type { PictureTask, TaskName, TaskResult } from './picture-tasks.ts'

/** The answer of a process to a task. */
export type PictureAnswer =
  | { kind: 'done'; result: TaskResult<TaskName> }
  | { kind: 'not_a_picture'; why: string }
  | { kind: 'failed'; why: string }

/** Encodes a task or an answer as a frame: bytes are replaced by the number of the part that contains them. */
export function frameOf(value: PictureTask | PictureAnswer): Frame {
  const parts: Uint8Array[] = []
  const worded = (one: unknown): unknown => {
    if (one instanceof Uint8Array) return { part: parts.push(one) - 1 }
    return mapped(one, worded)
  }
  return { word: worded(value), parts }
}

/** Decodes a task from a frame of {@link frameOf}. */
export function taskOf(frame: Frame): PictureTask {
  return asTask(readValue(frame))
}

/** Decodes a value from a frame of {@link frameOf}; `undefined` stands for a missing part. */
export function readValue({ word, parts }: Frame): unknown {
  const whole = (one: unknown): unknown => {
    const part = typeof one === 'object' && one !== null && 'part' in one ? one.part : undefined
    return typeof part === 'number' ? parts[part] : mapped(one, whole)
  }
  return whole(word)
}

function mapped(one: unknown, each: (inner: unknown) => unknown): unknown {
  if (typeof one !== 'object' || one === null) return one
  if (Array.isArray(one)) return one.map(each)
  return Object.fromEntries(Object.entries(one).map(([name, inner]) => [name, each(inner)]))
}

/** Named cast: only the control plane is at the other end of a decoder's input. */
function asTask(value: unknown): PictureTask {
  return value as PictureTask
}

/** Tasks are sent by the server, so these bounds follow from its own limits. */
export const taskBounds: FrameBounds = {
  ...{ wordBytesMax: 4 * 1024 ** 2, depthMax: 8, valuesMax: 200_000 },
  ...{ partsMax: 65_536, partsBytesMax: Number.POSITIVE_INFINITY },
}
