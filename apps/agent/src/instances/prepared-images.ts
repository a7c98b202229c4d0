import { availableParallelism } from 'node:os'
import type { PreparedImage, PreparedImageState } from '@gridloom/contract/agent/image-calls'
import { agentLimits } from '@gridloom/contract/core/agent-limits'
import type { Progress } from '@gridloom/contract/instances/instance'
import type { WantedBuild } from './builds/builds.ts'
import type { InstanceContext } from './context.ts'

/** An image counts as unused after two hours: one that is prepared is looked at more often, so that it is kept. */
const lookAgainMs = 30 * 60_000
const tryAgainMs = 60 * 60_000

/** The resources of a build that no instance waits for. */
const buildMemoryMib = 2_048
const buildDiskGb = 20
const buildVcpusMax = 2

/** Images that the machine has before an instance needs them. */
export interface PreparedImages {
  /** Replaces the list, and returns the state of each. One after the other is fetched or built in the background. */
  set(images: readonly PreparedImage[]): PreparedImageState[]
  /** Ends what is under way. */
  end(): Promise<void>
}

type PreparedImagesContext = Pick<InstanceContext, 'clock' | 'log' | 'ensureImage' | 'builds'>

interface Entry {
  wanted: PreparedImage
  state: PreparedImageState['state']
  progress: Progress | null
  problem: string | null
  /** When it is looked at again. */
  dueMs: number
  /** Ends when it is wanted no longer. */
  life: AbortController
}

export function createPreparedImages(context: PreparedImagesContext): PreparedImages {
  const { clock } = context
  const entries = new Map<string, Entry>()
  let running: Promise<void> | undefined
  let isEnding = false
  const nowMs = () => clock.now().getTime()

  async function run(): Promise<void> {
    for (;;) {
      const due = [...entries.values()].find((entry) => entry.dueMs <= nowMs())
      if (due === undefined || isEnding) return
      await prepare(context, due, nowMs)
    }
  }

  return {
    set(images) {
      const named = new Set(images.map(({ image }) => image))
      for (const [image, { life }] of entries)
        if (!named.has(image)) {
          entries.delete(image)
          life.abort()
        }
      for (const wanted of images)
        if (!entries.has(wanted.image)) entries.set(wanted.image, newEntry(wanted))
      if (!isEnding) running ??= run().finally(() => (running = undefined))
      return images.flatMap(({ image }) => stateOf(entries.get(image)))
    },
    async end() {
      isEnding = true
      for (const { life } of entries.values()) life.abort()
      await running
    },
  }
}

function newEntry(wanted: PreparedImage): Entry {
  return {
    ...{ wanted, state: 'waiting', progress: null, problem: null },
    ...{ dueMs: 0, life: new AbortController() },
  }
}

function stateOf(entry: Entry | undefined): PreparedImageState[] {
  if (entry === undefined) return []
  const { wanted, state, progress, problem } = entry
  return [{ image: wanted.image, state, progress, problem }]
}

/** Fetches or builds an image, or notes that one that is there is used. */
async function prepare(
  { log, ensureImage, builds }: PreparedImagesContext,
  entry: Entry,
  nowMs: () => number,
): Promise<void> {
  const { wanted, life } = entry
  // One that is there stays shown as ready while it is looked at.
  if (entry.state !== 'ready') entry.state = 'preparing'
  const show = (progress: Progress) => {
    entry.state = 'preparing'
    entry.progress = progress
  }
  try {
    const build = builds.of(specOf(wanted))
    await ensureImage({ image: wanted.image, build }, show, life.signal)
    Object.assign(entry, { state: 'ready', problem: null, dueMs: nowMs() + lookAgainMs })
  } catch (cause) {
    // @NOTE an order of it fails with the same reason, which its renter reads
    if (!life.signal.aborted)
      log.warn({ event: 'image.prepare_failed', err: cause }, 'an image could not be prepared')
    Object.assign(entry, { state: 'failed', problem: textOf(cause), dueMs: nowMs() + tryAgainMs })
  }
  entry.progress = null
}

function specOf({ image, recipe }: PreparedImage): WantedBuild {
  return {
    ...{ image, recipe, isolation: 'required' },
    vcpus: Math.min(buildVcpusMax, availableParallelism()),
    ...{ memory_mib: buildMemoryMib, disk_gb: buildDiskGb },
  }
}

function textOf(cause: unknown): string {
  const text = cause instanceof Error ? cause.message : String(cause)
  return text.slice(0, agentLimits.sentenceChars)
}
