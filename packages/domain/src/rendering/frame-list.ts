import { limits } from '@gridloom/contract/core/constants'

/** Frame numbers in order, each once; or the problem of the list, as text for users. */
export type FramesRead =
  | { readonly frames: readonly number[]; readonly problem: null }
  | { readonly frames: null; readonly problem: string }

interface Range {
  readonly from: number
  readonly to: number
  readonly step: number
}

/** Above this sum of overlapping ranges, a list is not even expanded. */
const spelledMax = 4 * limits.framesPerJob

/**
 * Reads frames as users write them: `1-100,120`, `1-100x2` (every second), `-5--1`. `step` applies to ranges without a
 * step of their own. Frames may be named twice and in any order. Returns at most `limits.framesPerJob`.
 */
export function readFrameList(list: string, step = 1): FramesRead {
  const ranges: Range[] = []
  for (const part of list.split(',')) {
    const range = readRange(part.trim(), step)
    if (typeof range === 'string') return { frames: null, problem: range }
    ranges.push(range)
  }
  const spelled = ranges.reduce((sum, range) => sum + countOf(range), 0)
  if (spelled > spelledMax) return { frames: null, problem: tooMany(spelled) }
  const frames = spell(ranges)
  if (frames.length > limits.framesPerJob) return { frames: null, problem: tooMany(frames.length) }
  return { frames, problem: null }
}

/** Every frame once and in order. A list that is already in order, as most are, is neither compared nor sorted. */
function spell(ranges: readonly Range[]): number[] {
  const frames: number[] = []
  let inOrder = true
  for (const { from, to, step } of ranges) {
    inOrder &&= from > (frames.at(-1) ?? Number.NEGATIVE_INFINITY)
    for (let frame = from; frame <= to; frame += step) frames.push(frame)
  }
  return inOrder ? frames : [...new Set(frames)].sort((one, other) => one - other)
}

/** The number of frames in a list; 0 for one that cannot be read. */
export function countFrames(list: string, step = 1): number {
  return readFrameList(list, step).frames?.length ?? 0
}

/** The shortest usual notation of frames in order: runs with one step as ranges, the rest one by one. */
export function writeFrames(frames: readonly number[]): string {
  const parts: string[] = []
  let at = 0
  while (at < frames.length) {
    const run = runFrom(frames, at)
    parts.push(textOf(run))
    at += run.count
  }
  return parts.join(',')
}

/** The default test frame: the middle of the list, as the first is rarely typical. */
export function middleFrame(frames: readonly number[]): number | undefined {
  return frames[Math.floor((frames.length - 1) / 2)]
}

const pattern = /^(-?\d{1,7})(?:-(-?\d{1,7})(?:x(\d{1,5}))?)?$/

function readRange(text: string, usualStep: number): Range | string {
  const found = pattern.exec(text)
  if (found === null)
    return `“${text}” is not a frame or a range. Use a format like 1-100,120 or 1-100x2.`
  const [, first = '', last, every] = found
  const from = Number(first)
  const to = Number(last ?? first)
  const step = Number(every ?? usualStep)
  if (to < from)
    return `The range ${text} is reversed. Put the lower frame first: ${last}-${first}.`
  if (step < 1) return `${text} has a step of 0. The step must be 1 or more.`
  return { from, to, step }
}

function countOf({ from, to, step }: Range): number {
  return Math.floor((to - from) / step) + 1
}

function tooMany(count: number): string {
  const named = count.toLocaleString('en-US')
  const most = limits.framesPerJob.toLocaleString('en-US')
  return `This list has ${named} frames. A job can have at most ${most}.`
}

interface Run {
  first: number
  last: number
  step: number
  count: number
}

/** The longest run with one step that starts at an index; a pair with a gap is two single frames. */
function runFrom(frames: readonly number[], at: number): Run {
  const first = frames[at] ?? 0
  const step = (frames[at + 1] ?? first) - first
  let count = 1
  while (frames[at + count] === first + step * count && step > 0) count += 1
  const worthIt = count > 2 || (count === 2 && step === 1)
  return worthIt
    ? { first, last: first + step * (count - 1), step, count }
    : { first, last: first, step: 1, count: 1 }
}

function textOf({ first, last, step }: Run): string {
  if (first === last) return `${first}`
  return step === 1 ? `${first}-${last}` : `${first}-${last}x${step}`
}
