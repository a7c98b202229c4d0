import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { InstanceReport, InstanceSpec } from '@gridloom/contract/agent/protocol'
import { z } from 'zod'
import { isMissing, readTextIfThere, writeWhole } from '../host/files.ts'
import { pauseMeter, restoreMeter, saveMeter, type Timestamp } from './meter.ts'
import { type InstanceRecord, newRecord } from './record.ts'

const Counting = z.enum(['ready', 'unready', 'stopped', 'nothing'])

/** The state of one instance that outlives the agent: `<dataDir>/instances/<id>.json`. */
export const InstanceFile = z.object({
  version: z.literal(1),
  spec: InstanceSpec,
  observed_generation: z.int(),
  phase: InstanceReport.shape.phase,
  ready: z.boolean(),
  ending: z
    .object({
      generation: z.int(),
      phase: z.enum(['failed', 'stopped']),
      reason: InstanceReport.shape.reason.unwrap(),
    })
    .nullable(),
  started_at: z.string().nullable(),
  started_restart: z.int().nullable(),
  stop_asked: z.boolean(),
  system_boot: z.string().nullable().default(null),
  interrupted: z.boolean().default(false),
  // Earlier agents stored only whether there were keys: then they are written again.
  keys_placed: z
    .union([
      z.boolean().transform((any) => (any ? ['unknown'] : [])),
      z.array(z.string()).readonly(),
    ])
    .default([]),
  notice_placed: z.string().nullable().default(null),
  network: z.string().nullable(),
  meter: z.object({
    readyMs: z.number().min(0),
    unreadyMs: z.number().min(0).default(0),
    stoppedMs: z.number().min(0),
    counting: Counting,
    wallMs: z.number(),
  }),
})
export type InstanceFile = z.infer<typeof InstanceFile>

export function fileOf(record: InstanceRecord): InstanceFile {
  return {
    version: 1,
    spec: record.spec,
    observed_generation: record.observedGeneration,
    phase: record.phase,
    ready: record.ready,
    ending: record.ending ?? null,
    started_at: record.startedAt ?? null,
    started_restart: record.startedRestart ?? null,
    stop_asked: record.stopAsked,
    system_boot: record.systemBoot ?? null,
    interrupted: record.interrupted,
    keys_placed: record.keysPlaced,
    notice_placed: record.noticePlaced ?? null,
    network: record.network ?? null,
    meter: saveMeter(record.meter),
  }
}

/** When records are restored, and in which boot of the machine. */
export interface RestoreContext {
  now: Timestamp
  systemBoot: string | undefined
}

/** Whether two boots of the machine are known and differ: nothing that ran in the first one runs any more. */
export function isOtherBoot(before: string | undefined, now: string | undefined): boolean {
  return before !== undefined && now !== undefined && before !== now
}

/**
 * Restores a record from its file. Whether its container still runs is not known yet, so the meter is held at the
 * time of the last save; the first inspection of the container shows how long it kept running. After a restart of the
 * machine that is unknown, as the engine may only know when it came back: nothing is counted since the last save.
 */
export function recordOf(file: InstanceFile, { now, systemBoot }: RestoreContext): InstanceRecord {
  const restarted = isOtherBoot(file.system_boot ?? undefined, systemBoot)
  const meter = restoreMeter(file.meter, now)
  return {
    ...newRecord(file.spec, now),
    observedGeneration: file.observed_generation,
    phase: restarted && file.phase === 'running' ? 'starting' : file.phase,
    ready: file.ready && !restarted,
    ending: file.ending ?? undefined,
    startedAt: file.started_at ?? undefined,
    startedRestart: file.started_restart ?? undefined,
    stopAsked: file.stop_asked,
    systemBoot: file.system_boot ?? undefined,
    interrupted: file.interrupted,
    keysPlaced: file.keys_placed,
    noticePlaced: file.notice_placed ?? undefined,
    network: file.network ?? undefined,
    meter: restarted ? pauseMeter(meter, now) : meter,
    meterHeld: true,
  }
}

export interface InstanceFiles {
  readAll(): Promise<InstanceFile[]>
  /** Writes the newest state; calls during a write are merged into one more write. */
  save(record: InstanceRecord): Promise<void>
  remove(record: InstanceRecord): Promise<void>
  /** Resolves when all writes have ended. */
  settled(): Promise<void>
}

export function createInstanceFiles(
  dataDir: string,
  onUnreadable: (path: string, cause: unknown) => void,
): InstanceFiles {
  const folder = join(dataDir, 'instances')
  const pathOf = (record: InstanceRecord) => join(folder, `${record.spec.instance_id}.json`)
  const turns = new Map<string, Promise<void>>()
  const waiting = new Map<string, Promise<void>>()

  /** Runs `write` after all earlier operations on the same file. */
  function inTurn(path: string, write: () => Promise<void>): Promise<void> {
    const turn = (turns.get(path) ?? Promise.resolve()).then(write, write)
    turns.set(path, turn)
    const leave = () => {
      if (turns.get(path) === turn) turns.delete(path)
    }
    turn.then(leave, leave)
    return turn
  }

  function save(record: InstanceRecord): Promise<void> {
    const path = pathOf(record)
    const already = waiting.get(path)
    if (already !== undefined) return already
    const turn = inTurn(path, () => {
      waiting.delete(path)
      return writeWhole(path, JSON.stringify(fileOf(record)), 0o600)
    })
    waiting.set(path, turn)
    return turn
  }

  async function readOne(name: string): Promise<InstanceFile[]> {
    const path = join(folder, name)
    try {
      return [InstanceFile.parse(JSON.parse((await readTextIfThere(path)) ?? ''))]
    } catch (cause) {
      onUnreadable(path, cause)
      return []
    }
  }

  return {
    readAll: async () => {
      const names = await namesIn(folder, onUnreadable)
      await clearTorn(folder, names)
      return (await Promise.all(names.filter((it) => it.endsWith('.json')).map(readOne))).flat()
    },
    save,
    remove: (record) => inTurn(pathOf(record), () => rm(pathOf(record), { force: true })),
    settled: async () => void (await Promise.allSettled(turns.values())),
  }
}

async function namesIn(
  folder: string,
  onUnreadable: (path: string, cause: unknown) => void,
): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (cause) {
    if (!isMissing(cause)) onUnreadable(folder, cause)
    return []
  }
}

/** Removes files that a crash left half written. */
async function clearTorn(folder: string, names: readonly string[]): Promise<void> {
  const torn = names.filter((name) => name.endsWith('.new'))
  // @NOTE a folder that cannot be written keeps them; they are never read
  await Promise.allSettled(torn.map((name) => rm(join(folder, name), { force: true })))
}
